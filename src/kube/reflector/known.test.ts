import { expect, test } from 'vitest';
import { Known } from './known.ts';

const thing = (name: string, uid: string, version: string) => ({ namespace: 'shop', name, uid, version });

test('an object is added, then changed by another version, then the same', () => {
  const known = new Known();
  expect(known.see(thing('a', 'u1', '1'))).toEqual({ kind: 'added' });
  expect(known.see(thing('a', 'u1', '2'))).toEqual({ kind: 'changed' });
  expect(known.see(thing('a', 'u1', '2'))).toEqual({ kind: 'same' });
  expect(known.size).toBe(1);
});

test('a name given again tells of its old bearer', () => {
  const known = new Known();
  known.see(thing('a', 'u1', '1'));
  expect(known.see(thing('a', 'u2', '5'))).toEqual({
    kind: 'replaced',
    old: { namespace: 'shop', name: 'a', uid: 'u1' },
  });
  expect(known.size).toBe(1);
});

test('only the very object is forgotten, and only once', () => {
  const known = new Known();
  known.see(thing('a', 'u2', '5'));
  expect(known.forget(thing('a', 'u1', '1'))).toBe(false);
  expect(known.forget(thing('a', 'u2', '6'))).toBe(true);
  expect(known.forget(thing('a', 'u2', '6'))).toBe(false);
  expect(known.size).toBe(0);
});

test('a round ends with what it did not see', () => {
  const known = new Known();
  for (const name of ['a', 'b', 'c']) known.see(thing(name, `uid-${name}`, '1'));
  known.beginRound();
  known.see(thing('b', 'uid-b', '1'));
  expect(known.endRound().map(({ name }) => name)).toEqual(['a', 'c']);
  expect(known.size).toBe(1);
  expect(known.endRound()).toEqual([]);
});

test('a round begun anew forgets what the broken one saw', () => {
  const known = new Known();
  known.beginRound();
  known.see(thing('a', 'u1', '1'));
  known.beginRound();
  known.see(thing('b', 'u2', '2'));
  expect(known.endRound().map(({ name }) => name)).toEqual(['a']);
});

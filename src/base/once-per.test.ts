import { expect, test } from 'vitest';
import { once, oncePer } from './once-per.ts';

test('what follows from an object is worked out once, and of another anew', () => {
  const asked: string[] = [];
  const lengthOf = oncePer(({ name }: { readonly name: string }) => {
    asked.push(name);
    return name.length;
  });
  const [one, alike] = [{ name: 'one' }, { name: 'one' }];
  expect([lengthOf(one), lengthOf(one), lengthOf(alike)]).toEqual([3, 3, 3]);
  expect(asked).toEqual(['one', 'one']);
});

test('what nobody asks for is not worked out, and what is asked for twice once', () => {
  let asked = 0;
  const answer = once(() => ({ asked: ++asked }));
  expect(asked).toBe(0);
  expect([answer(), answer()]).toEqual([{ asked: 1 }, { asked: 1 }]);
});

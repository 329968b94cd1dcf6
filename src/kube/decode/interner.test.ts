import { describe, expect, test } from 'vitest';
import { ByteTable } from './bytes/byte-table.ts';
import { Decoder } from './decoder.ts';
import { Interner, internerDefaults } from './interner.ts';
import { fields, listOf, rawText, shared, text, textMap } from './shapes.ts';
import { type Window, windowOf } from './bytes/window.ts';

const object = fields({ app: text, labels: textMap, owners: shared(listOf(fields({ name: text }))) });

function bytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

describe('what objects have in common', () => {
  const json = bytes({ app: 'a', labels: { tier: 'web' }, owners: [{ name: 'o' }] });

  test('is one object, frozen all the way down', () => {
    const decoder = new Decoder(object);
    const [one, two] = [decoder.decode(json), decoder.decode(json)];
    expect(two.labels).toBe(one.labels);
    expect(two.owners).toBe(one.owners);
    expect(Object.isFrozen(one.labels)).toBe(true);
    expect(Object.isFrozen(one.owners?.[0])).toBe(true);
  });

  test('is common to the decoders of one interner', () => {
    const interner = new Interner();
    const [one, two] = [object, fields({ labels: textMap })].map((shape) =>
      new Decoder(shape, { interner }).decode(json),
    );
    expect(two!.labels).toBe(one!.labels);
  });

  test('never mixes shapes: the same bytes may mean another value', () => {
    const [names, versions] = [shared(fields({ name: text })), shared(fields({ version: text }))];
    const decoder = new Decoder(fields({ a: names, b: versions }));
    const both = { name: 'n', version: 'v' };
    expect(decoder.decode(bytes({ a: both, b: both }))).toEqual({ a: { name: 'n' }, b: { version: 'v' } });
  });

  test('is counted', () => {
    const decoder = new Decoder(object);
    for (let time = 0; time < 10; time += 1) decoder.decode(json);
    expect(decoder.interner.counts()).toEqual({ hits: 27, misses: 6, kept: 6 });
  });
});

describe('an interner', () => {
  test('forgets what is not met again, and stays within its bounds', () => {
    const interner = new Interner({ ...internerDefaults, sizeLimit: 100 });
    const decoder = new Decoder(fields({ a: text }), { interner });
    for (let index = 0; index < 10_000; index += 1) {
      expect(decoder.decode(bytes({ a: `once ${index}` }))).toEqual({ a: `once ${index}` });
      expect(decoder.decode(bytes({ a: 'again' }))).toEqual({ a: 'again' });
      expect(interner.counts().kept).toBeLessThanOrEqual(100);
    }
    expect(interner.counts()).toMatchObject({ hits: 9999, misses: 10_001 });
  });

  test('stays within its bytes, and does not keep what is long', () => {
    const interner = new Interner({ sizeLimit: 1000, byteLimit: 1000, longest: 100 });
    const decoder = new Decoder(fields({ a: text }), { interner });
    for (let index = 0; index < 100; index += 1) decoder.decode(bytes({ a: `${index}`.padStart(50) }));
    expect(interner.counts().kept).toBeLessThanOrEqual(20);
    const long = bytes({ a: 'x'.repeat(101) });
    expect(decoder.decode(long)).toEqual(decoder.decode(long));
    expect(interner.counts().hits).toBe(0);
  });

  test('does not keep raw text', () => {
    const decoder = new Decoder(fields({ uid: rawText }));
    decoder.decode(bytes({ uid: 'u' }));
    expect(decoder.interner.counts()).toEqual({ hits: 0, misses: 0, kept: 0 });
  });
});

/** The text as a table wants it: in a window. */
function keyOf(value: unknown): Window {
  const window = windowOf(8);
  window.bytes.write(String(value));
  return window;
}

describe('a byte table', () => {
  test('tells byte strings of equal hash and length apart', () => {
    const table = new ByteTable<string>(100, 1000);
    for (const key of ['aa', 'bb', 'cc']) table.add(keyOf(key), 0, 2, 7, key);
    for (const key of ['aa', 'bb', 'cc']) expect(table.find(keyOf(key), 0, 2, 7)).toBe(key);
    expect(table.find(keyOf('dd'), 0, 2, 7)).toBeUndefined();
  });

  test('gives up on a flood of one hash instead of searching it', () => {
    const table = new ByteTable<number>(10_000, 100_000);
    for (let index = 0; index < 5000; index += 1) table.add(keyOf(index), 0, String(index).length, 7, index);
    expect(table.size).toBe(16);
  });

  test('finds everything after it grew', () => {
    const table = new ByteTable<number>(10_000, 100_000);
    for (let index = 0; index < 5000; index += 1) table.add(keyOf(index), 0, String(index).length, index * 7919, index);
    for (let index = 0; index < 5000; index += 1) {
      expect(table.find(keyOf(index), 0, String(index).length, index * 7919)).toBe(index);
    }
  });
});

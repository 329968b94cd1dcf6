import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ring } from '#base/ring.ts';

function ringOf(capacity: number, values: readonly number[]): Ring<number> {
  const ring = new Ring<number>(capacity);
  for (const value of values) ring.push(value);
  return ring;
}

const cases = [
  { name: 'a new ring is empty', capacity: 3, pushed: [], want: [] },
  { name: 'a ring with room keeps everything', capacity: 3, pushed: [1, 2], want: [1, 2] },
  { name: 'a full ring keeps everything', capacity: 3, pushed: [1, 2, 3], want: [1, 2, 3] },
  { name: 'one more lets the oldest fall out', capacity: 3, pushed: [1, 2, 3, 4], want: [2, 3, 4] },
  { name: 'order survives many wraps', capacity: 3, pushed: [1, 2, 3, 4, 5, 6, 7, 8], want: [6, 7, 8] },
  { name: 'a ring of one holds the newest', capacity: 1, pushed: [1, 2], want: [2] },
];
for (const c of cases) {
  test(c.name, () => {
    const ring = ringOf(c.capacity, c.pushed);
    expect([...ring]).toEqual(c.want);
    expect(ring.length).toBe(c.want.length);
  });
}

for (const capacity of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
  test(`a ring of ${capacity} is refused`, () => {
    expect(() => new Ring(capacity)).toThrow(RangeError);
  });
}

test('what was read is not changed by what is pushed later', () => {
  const ring = ringOf(2, [1, 2]);
  const read = ring.from(0);
  ring.push(3);
  expect(read).toEqual([1, 2]);
});

test('a ring equals the tail of an array, in whole, by place and from any place on', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(fc.integer(), { maxLength: 60 }), (capacity, values) => {
      const ring = ringOf(capacity, values);
      const tail = values.slice(-capacity);
      expect([...ring]).toEqual(tail);
      for (let index = -capacity - 1; index <= capacity; index++) expect(ring.at(index)).toBe(tail.at(index));
      for (let index = 0; index <= capacity; index++) expect(ring.from(index)).toEqual(tail.slice(index));
    }),
  );
});

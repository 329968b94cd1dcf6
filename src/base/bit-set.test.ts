import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BitSet } from '#base/bit-set.ts';

function setOf(size: number, members: Iterable<number>): BitSet {
  const set = new BitSet(size);
  for (const member of members) set.add(member);
  return set;
}

for (const size of [0, 1, 31, 32, 33, 64, 100]) {
  test(`a full set of ${size} holds ${size}`, () => {
    expect(BitSet.full(size).count()).toBe(size);
    expect([...BitSet.full(size)]).toEqual([...Array(size).keys()]);
  });
}

test('bit 31 of a word is a member like any other', () => {
  const set = setOf(64, [31, 63]);
  expect([...set]).toEqual([31, 63]);
  expect([set.next(0), set.next(32), set.next(63), set.next(64)]).toEqual([31, 63, 63, -1]);
  set.delete(31);
  expect([...set]).toEqual([63]);
});

test('a larger copy keeps all, a smaller one what still has a place', () => {
  const set = setOf(40, [3, 33, 39]);
  expect([...set.resized(100)]).toEqual([3, 33, 39]);
  expect([...set.resized(34)]).toEqual([3, 33]);
  expect(set.resized(34).count()).toBe(2);
});

const twoSets = fc.integer({ min: 1, max: 130 }).chain((size) => {
  const members = fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }));
  return fc.tuple(fc.constant(size), members, members);
});

test('operations agree with those on sets of numbers', () => {
  fc.assert(
    fc.property(twoSets, ([size, some, others]) => {
      const [left, right] = [setOf(size, some), setOf(size, others)];
      const sorted = (members: Iterable<number>): number[] => [...members].toSorted((a, b) => a - b);
      expect([...left.clone().and(right)]).toEqual(sorted(some.filter((member) => others.includes(member))));
      expect([...left.clone().andNot(right)]).toEqual(sorted(some.filter((member) => !others.includes(member))));
      expect([...left.clone().or(right)]).toEqual(sorted(new Set([...some, ...others])));
      expect([...left.clone().copyFrom(right)]).toEqual(sorted(others));
      expect([left.count(), left.isEmpty()]).toEqual([some.length, some.length === 0]);
      expect(left.clone().clear().isEmpty()).toBe(true);
      for (let member = 0; member < size; member++) expect(left.has(member)).toBe(some.includes(member));
    }),
  );
});

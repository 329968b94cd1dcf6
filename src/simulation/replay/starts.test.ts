import { expect, test } from 'vitest';
import { firstFitStart, leastAllocatedStart } from '#simulation/replay/starts.ts';

const requests = (...cores: number[]): Float64Array => Float64Array.from(cores);

test('least allocated: the lowest index among equals', () => {
  expect([...leastAllocatedStart(requests(1, 1, 1, 2, 1), 3)]).toEqual([0, 1, 2, 0, 1]);
});

test('least allocated compares plain double sums: their noise decides', () => {
  // 0.1 + 0.2 is above 0.3 in doubles, so the fourth pod goes to the node of the third
  expect([...leastAllocatedStart(requests(0.1, 0.3, 0.2, 1), 2)]).toEqual([0, 1, 0, 1]);
});

test('first fit fills the first node before the second', () => {
  expect([...firstFitStart(requests(6, 6, 4, 4), 2, 10)]).toEqual([0, 1, 0, 1]);
});

test('what fits nowhere goes where the least is requested', () => {
  expect([...firstFitStart(requests(9, 8, 5), 2, 10)]).toEqual([0, 1, 1]);
});

import { expect, test } from 'vitest';
import { feedLately, forgetLately, newColumns, reachedBy } from './load-columns.ts';

const CELLS = 3;
const CELL = 1;

function after(samples: readonly number[], of: number = 5) {
  const columns = newColumns(CELLS, of);
  for (const sample of samples) feedLately(columns, CELL, sample);
  return columns;
}

const cases: readonly (readonly [says: string, samples: readonly number[], reached: number])[] = [
  ['nothing was measured', [], Number.NaN],
  ['fewer samples than a verdict asks for', [2, 2], Number.NaN],
  ['three that agree', [2, 2, 2], 2],
  ['trap 18: one spike does not raise it', [1, 1, 1, 1, 9], 1],
  ['nor do two', [1, 1, 1, 9, 9], 1],
  ['three do', [1, 1, 9, 8, 9], 8],
  ['one dip does not lower it', [4, 4, 4, 4, 0], 4],
  ['what is longer ago than the last five does not count', [9, 9, 9, 1, 1, 1, 2, 2], 1],
];

for (const [says, samples, reached] of cases)
  test(says, () => expect(reachedBy(after(samples), CELL, 3)).toBe(reached));

test('cells do not touch each other', () => {
  const columns = after([1, 1, 1, 1, 1, 1, 1]);
  expect([0, 2].map((cell) => reachedBy(columns, cell, 1))).toEqual([Number.NaN, Number.NaN]);
});

test('after a silence nothing is left of what was before it', () => {
  const columns = after([2, 2, 2, 2]);
  forgetLately(columns, CELL);
  feedLately(columns, CELL, 1);
  expect(reachedBy(columns, CELL, 3)).toBeNaN();
  expect(reachedBy(columns, CELL, 1)).toBe(1);
});

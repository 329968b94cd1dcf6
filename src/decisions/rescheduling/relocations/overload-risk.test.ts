import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chanceAbove, overload } from './overload-risk.ts';

const cases = [
  { name: 'half of it lies above the mean', at: 5, mean: 5, deviation: 1, want: 0.5 },
  { name: 'one deviation', at: 6, mean: 5, deviation: 1, want: 0.158655 },
  { name: 'two deviations', at: 7, mean: 5, deviation: 1, want: 0.02275 },
  { name: 'below the mean', at: 4, mean: 5, deviation: 1, want: 0.841345 },
  { name: 'beyond six deviations nothing', at: 12, mean: 5, deviation: 1, want: 0 },
  { name: 'beyond six deviations all', at: 5, mean: 12, deviation: 1, want: 1 },
];

for (const { name, at, mean, deviation, want } of cases) {
  test(name, () => {
    expect(chanceAbove(at, mean, deviation, 0)).toBeCloseTo(want, 5);
  });
}

test('a long tail to the right makes far values likelier, and values just above the mean less likely', () => {
  expect(chanceAbove(8, 5, 1, 1)).toBeGreaterThan(chanceAbove(8, 5, 1, 0));
  expect(chanceAbove(5.5, 5, 1, 1)).toBeLessThan(chanceAbove(5.5, 5, 1, 0));
});

test('a full node weighs as many times more as is said', () => {
  const limits = { line: 8, full: 10, fullWeight: 4 };
  expect(overload(limits, 20, 0.1, 0)).toBe(5);
  expect(overload(limits, 9, 0.1, 0)).toBeCloseTo(1, 9);
  expect(overload(limits, 2, 0.1, 0)).toBe(0);
});

test('a chance is one, and falls as the level rises', () => {
  const share = fc.double({ min: -5, max: 25, noNaN: true });
  fc.assert(
    fc.property(share, share, fc.double({ min: 0.01, max: 5, noNaN: true }), (one, other, deviation) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const [above, further] = [chanceAbove(low, 10, deviation, 0), chanceAbove(high, 10, deviation, 0)];
      expect(above).toBeLessThanOrEqual(1);
      expect(further).toBeGreaterThanOrEqual(0);
      // the polynomial is good to seven places
      expect(further).toBeLessThanOrEqual(above + 1e-6);
    }),
  );
});

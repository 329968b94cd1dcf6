import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rngOf } from '#base/rng.ts';

test('the same seed tells the same story, another seed another', () => {
  const story = (seed: number): number[] => Array.from({ length: 20 }, rngOf(seed).float);
  expect(story(7)).toEqual(story(7));
  expect(story(7)).not.toEqual(story(8));
});

test('each number below the bound comes about equally often', () => {
  const rng = rngOf(1);
  const counts = Array.from({ length: 6 }, () => 0);
  for (let draw = 0; draw < 60_000; draw++) counts[rng.int(6)]! += 1;
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});

test('fractions fill the range from 0 to 1', () => {
  const { float } = rngOf(3);
  const drawn = Array.from({ length: 10_000 }, float);
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...drawn)).toBeLessThan(1);
  expect(drawn.reduce((sum, each) => sum + each, 0) / drawn.length).toBeCloseTo(0.5, 1);
});

for (const bound of [0, -1, 1.5, 2 ** 32 + 1, Number.NaN]) {
  test(`a bound of ${bound} is refused`, () => expect(() => rngOf(1).int(bound)).toThrow(RangeError));
}

test('any bound is kept, and shuffling loses nothing', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 2 ** 32 }), fc.array(fc.nat()), (seed, bound, items) => {
      const rng = rngOf(seed);
      const drawn = rng.int(bound);
      expect(Number.isInteger(drawn) && drawn >= 0 && drawn < bound).toBe(true);
      expect(rng.shuffle(items).toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b));
    }),
  );
});

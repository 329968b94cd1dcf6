import { expect, test } from 'vitest';
import { rngOf } from '#base/rng.ts';
import { samplesOf, shareShown } from '#load/forecast/running-mean.ts';

/** Weights of a running mean after so many samples. */
function weightsOf(samples: number, steps: number): number[] {
  return Array.from({ length: samples }, (_, age) => Math.exp(-age / steps));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

test.each([1, 2, 5, 40])('a running mean of %i samples is worth as many as its weights say', (samples) => {
  const weights = weightsOf(samples, 6);
  const worth = sum(weights) ** 2 / sum(weights.map((weight) => weight ** 2));
  expect(samplesOf(sum(weights), 6)).toBeCloseTo(worth, 9);
});

test('the first sample is its own mean and shows no noise; the second half of it', () => {
  expect(shareShown(1, 144)).toBe(0);
  expect(shareShown(1 + Math.exp(-1 / 144), 144)).toBeCloseTo(0.5, 2);
});

test('what is seen of noise beside the running mean, over what of it is shown, is its variance', () => {
  const rng = rngOf(7);
  const keep = Math.exp(-1 / 6);
  let [weight, mean, squares, shown] = [0, 0, 0, 0];
  for (let step = 0; step < 20_000; step++) {
    const sample = rng.float() - 0.5;
    weight = weight * keep + 1;
    mean += (sample - mean) / weight;
    squares += (sample - mean) ** 2;
    shown += shareShown(weight, 6);
  }
  expect(squares / shown).toBeCloseTo(1 / 12, 2);
  expect(squares / 20_000).toBeLessThan(0.07);
});

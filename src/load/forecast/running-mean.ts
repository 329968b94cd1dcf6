/**
 * How many samples of equal weight a running mean is worth. `weight`: what its samples weigh together, the newest 1, one
 * that is `steps` older 1/e of that.
 */
export function samplesOf(weight: number, steps: number): number {
  const keep = Math.exp(-1 / steps);
  return (weight * (1 + keep)) / (2 - weight * (1 - keep));
}

/**
 * How much of its noise's variance a sample shows beside a running mean that it has already entered, 0..1: nothing of it
 * if it is the only one.
 */
export const shareShown = (weight: number, steps: number): number =>
  Math.max(0, 1 - 2 / weight + 1 / samplesOf(weight, steps));

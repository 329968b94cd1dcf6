/** Scaled so that the greatest is 100; `reversed`, so that the greatest is 0. */
export function scaledToGreatest(scores: readonly number[], reversed: boolean): readonly number[] {
  const greatest = Math.max(0, ...scores);
  if (greatest === 0) return scores.map((score) => (reversed ? 100 : score));
  return scores.map((score) => {
    const scaled = Math.trunc((100 * score) / greatest);
    return reversed ? 100 - scaled : scaled;
  });
}

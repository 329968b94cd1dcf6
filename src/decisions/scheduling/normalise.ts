import type { Normalise, Rows } from './framework.ts';

export const MAX_SCORE = 100;

function highest({ list, count }: Rows, raw: Int32Array): number {
  let max = 0;
  for (let at = 0; at < count; at++) max = Math.max(max, raw[list[at]!]!);
  return max;
}

/** The most gets 100, the rest in proportion; nothing anywhere is 0 everywhere. */
export const moreIsBetter: Normalise = (rows, raw, normalised) => {
  const max = highest(rows, raw);
  const { list, count } = rows;
  for (let at = 0; at < count; at++) {
    const row = list[at]!;
    normalised[row] = max === 0 ? 0 : Math.trunc((MAX_SCORE * raw[row]!) / max);
  }
};

/** Nothing gets 100, the most 0. */
export const lessIsBetter: Normalise = (rows, raw, normalised) => {
  moreIsBetter(rows, raw, normalised);
  const { list, count } = rows;
  for (let at = 0; at < count; at++) normalised[list[at]!] = MAX_SCORE - normalised[list[at]!]!;
};

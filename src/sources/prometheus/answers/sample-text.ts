/** Why a sample has no number. Its place is the code it is kept as. */
export const flaws = [
  'none',
  'not-a-number',
  'plus-infinity',
  'minus-infinity',
  'empty',
  'garbage',
  'no-live-sample',
] as const;
export type Flaw = (typeof flaws)[number];

/** The code of a flaw, as columns hold it. */
export function codeOf(flaw: Flaw): number {
  return flaws.indexOf(flaw);
}

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/**
 * What is wrong with a sample's value; `none`: `Number` reads it rightly. Left to itself, `Number` makes 0 of an empty
 * text and of blanks.
 */
export function flawOf(value: unknown): Flaw {
  if (typeof value === 'number') return Number.isFinite(value) ? 'none' : 'garbage'; // 1e999 is JSON
  if (typeof value !== 'string') return 'garbage';
  if (NUMBER.test(value)) return Number.isFinite(Number(value)) ? 'none' : 'garbage';
  return WORDS[value] ?? 'garbage';
}

const WORDS: Readonly<Record<string, Flaw | undefined>> = {
  '': 'empty',
  NaN: 'not-a-number',
  '+Inf': 'plus-infinity',
  Inf: 'plus-infinity',
  '-Inf': 'minus-infinity',
};

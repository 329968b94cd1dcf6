/**
 * Why a load is not known. The place in the list is the code that columns hold, so the first must be what a column
 * filled with zeros means.
 */
export const unknownReasons = [
  'never-seen',
  'absent',
  'query-failed',
  'empty',
  'malformed',
  'not-a-number',
  'infinite',
  'negative',
  'out-of-range',
  'unit-suspect',
  'no-denominator',
  'ambiguous',
  'from-the-future',
  'too-young',
  'too-old',
] as const;

export type UnknownReason = (typeof unknownReasons)[number];

/** What a sample itself can be refused for; the other reasons are about there being none. */
export type Refusal = Exclude<UnknownReason, 'never-seen' | 'absent' | 'query-failed'>;

/** How many were refused, by reason; a reason that did not occur is left out. */
export type RefusalCounts = Readonly<Partial<Record<Refusal, number>>>;

/** For people: completes the sentence "cpu of n1 is unknown: …". */
export const reasonWords: Readonly<Record<UnknownReason, string>> = {
  'never-seen': 'no source has named this node yet',
  absent: 'the source answered without this node',
  'query-failed': 'the source could not be asked',
  empty: 'the sample has no value',
  malformed: 'the sample is not a number as Prometheus writes one',
  'not-a-number': 'the sample is NaN, as of a quantile over nothing',
  infinite: 'the sample is infinite, as of a division by zero',
  negative: 'the sample is below zero',
  'out-of-range': 'the sample is beyond what the signal can be',
  'unit-suspect': 'most samples of the signal are beyond what it can be: its unit is declared wrongly',
  'no-denominator': 'the node does not say the capacity that the signal is divided by',
  ambiguous: 'several series speak for this node and differ',
  'from-the-future': 'the sample is from the future',
  'too-young': 'the sample is a mean over more time than there has been anything to measure',
  'too-old': 'the newest sample is too old',
};

const codes: ReadonlyMap<UnknownReason, number> = new Map(unknownReasons.map((reason, code) => [reason, code]));

/** How columns hold a reason. */
export function reasonCode(reason: UnknownReason): number {
  return codes.get(reason)!;
}

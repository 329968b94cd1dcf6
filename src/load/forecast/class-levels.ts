import type { Learnt } from '#load/forecast/learnt.ts';

/**
 * How use of a resource is bounded, by limit and request: what the QoS classes are, resource by resource. Shares of what
 * bounds a pod are alike within one: who has nothing but a limit uses little of it, who has none comes to whatever was seen.
 */
export const boundClasses = ['guaranteed', 'limited', 'requested', 'unbounded'] as const;
export type BoundClass = (typeof boundClasses)[number];

export function boundClassOf(request: number, limit: number | undefined): BoundClass {
  if (limit === undefined) return request > 0 ? 'requested' : 'unbounded';
  return request >= limit ? 'guaranteed' : 'limited';
}

/** Levels of owners: their mean, a share of the scale, and how far they lie apart, a variance. */
export interface Levels {
  readonly mean: number;
  readonly spread: number;
}

/** What owners of other classes say of those of one is worth so many of these. */
const PRIOR_OWNERS = 2;

/** By class: as many owners as were seen of it, drawn to what all are like. */
export function levelsByClass(learnt: Learnt): readonly Levels[] {
  const { kind } = learnt.columns.owners;
  const all = levelsOf(learnt, () => true);
  return boundClasses.map((_, at): Levels => {
    const own = levelsOf(learnt, (row) => kind[row] === at);
    if (own.count === 0 || own.count === all.count) return all;
    const drawn = (one: number, every: number): number =>
      (own.count * one + PRIOR_OWNERS * every) / (own.count + PRIOR_OWNERS);
    return { mean: drawn(own.mean, all.mean), spread: drawn(own.spread, all.spread) };
  });
}

function levelsOf(
  { columns, ownerCount }: Learnt,
  counts: (row: number) => boolean,
): Levels & { readonly count: number } {
  const { slowSum, slowWeight } = columns.owners;
  let [count, sum, squares] = [0, 0, 0];
  for (let row = 0; row < ownerCount; row++) {
    if (slowWeight[row] === 0 || !counts(row)) continue;
    const level = slowSum[row]! / slowWeight[row]!;
    count++;
    sum += level;
    squares += level * level;
  }
  if (count === 0) return { mean: 0, spread: 0, count };
  const mean = sum / count;
  return { mean, spread: Math.max(0, squares / count - mean * mean), count };
}

import type { Judged } from './judge-sample.ts';
import type { Labels, Match, MatchRule } from './node-index.ts';
import { prometheusNumber } from './prometheus-number.ts';
import type { Unit } from '#load/signals/signal.ts';
import type { Refusal, RefusalCounts } from '#load/unknown-reason.ts';
import { unitHint } from '#load/signals/unit-suspicion.ts';

/** Why a series has no node. */
export type Unmapped = Exclude<Match['kind'], 'node'>;

/** How the series of an answer fared. */
export interface GatherCounts {
  readonly series: number;
  readonly mapped: Readonly<Partial<Record<MatchRule, number>>>;
  readonly unmapped: Readonly<Partial<Record<Unmapped, number>>>;
  readonly refused: RefusalCounts;
  /** A few of the series without a node, for people: the first that came. */
  readonly strangers: readonly { readonly labels: Labels; readonly match: Match }[];
  /** What may be wrong with the unit, from the first sample out of range. */
  readonly hint?: string;
}

/** Counts while an answer is gathered. */
export interface Tally {
  /** Whether more samples are out of range than good. */
  isMostlyOutOfRange(): boolean;
  found(match: Match, labels: Labels): void;
  judged(judged: Judged, raw: string | number): void;
  counts(): GatherCounts;
}

const MOST_STRANGERS = 5;

export function newTally(unit: Unit): Tally {
  const mapped: Partial<Record<MatchRule, number>> = {};
  const unmapped: Partial<Record<Unmapped, number>> = {};
  const refused: Partial<Record<Refusal, number>> = {};
  const strangers: { labels: Labels; match: Match }[] = [];
  let series = 0;
  let good = 0;
  let hint: string | undefined;
  return {
    isMostlyOutOfRange: () => (refused['out-of-range'] ?? 0) > good,
    found(match, labels) {
      series++;
      if (match.kind === 'node') return count(mapped, match.by);
      count(unmapped, match.kind);
      if (strangers.length < MOST_STRANGERS) strangers.push({ labels, match });
    },
    judged(judged, raw) {
      if (typeof judged === 'number') return void good++;
      count(refused, judged);
      if (judged === 'out-of-range') hint ??= unitHint(unit, asNumber(raw));
    },
    counts: () => ({ series, mapped, unmapped, refused, strangers, ...(hint === undefined ? {} : { hint }) }),
  };
}

function asNumber(raw: string | number): number {
  const read = typeof raw === 'number' ? raw : prometheusNumber(raw);
  return typeof read === 'number' ? read : Number.NaN;
}

function count<Key extends string>(counts: Partial<Record<Key, number>>, key: Key): void {
  const held: number | undefined = counts[key];
  counts[key] = (held ?? 0) + 1;
}

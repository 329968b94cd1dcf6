import { emptyColumns, gatherInto, type SampleColumns } from './duplicates.ts';
import { type GatherCounts, newTally, type Tally } from './gather-counts.ts';
import { type Judged, judgeTime, judgeValue, type Judging } from './judge-sample.ts';
import type { NodeIndex } from './node-index.ts';
import type { RawSeries } from '#load/sample.ts';
import type { SignalSpec, Unit } from '#load/signals/signal.ts';
import { reasonCode } from '#load/unknown-reason.ts';

/** What one source answered about one signal. */
export interface SourceAnswer {
  readonly signal: SignalSpec;
  readonly source: string;
  /** Where this source counts in something else than the signal declares. */
  readonly unit?: Unit;
  readonly series: Iterable<RawSeries>;
}

/** One signal over a list of nodes: a sample judged good, or the code of the reason why there is none. */
export interface GatheredSignal extends SampleColumns {
  readonly signal: string;
  readonly source: string;
  readonly why: Uint8Array;
  readonly counts: GatherCounts;
}

const ABSENT = reasonCode('absent');
const AMBIGUOUS = reasonCode('ambiguous');

/**
 * Maps, judges and puts together what a source answered, in any order. Places of the columns are places of
 * `index.nodes`; a node that no good series speaks for is unknown, with the reason, and touches no other.
 */
export function gatherSignal(answer: SourceAnswer, index: NodeIndex, judging: Judging): GatheredSignal {
  const { signal, source, unit = signal.unit } = answer;
  const columns = emptyColumns(index.nodes.length);
  const why = new Uint8Array(index.nodes.length).fill(ABSENT);
  const gatherer = gatherInto(columns, signal.duplicates);
  const tally = newTally(unit);
  for (const series of answer.series) {
    const match = index.find(series.labels, signal.join);
    tally.found(match, series.labels);
    if (match.kind === 'ambiguous') for (const row of match.rows) blame(row, AMBIGUOUS);
    if (match.kind !== 'node') continue;
    const judged = judge(series, match.row);
    tally.judged(judged, series.value);
    if (typeof judged === 'number') gatherer.add(match.row, judged, series.takenAt, series.windowMs ?? Number.NaN);
    else blame(match.row, reasonCode(judged));
  }
  for (const row of gatherer.settle()) why[row] = AMBIGUOUS;
  if (isUnitSuspect(tally, unit)) refuseAll(columns, why);
  return { signal: signal.name, source, ...columns, why, counts: tally.counts() };

  function judge({ value, takenAt }: RawSeries, row: number): Judged {
    const judged = judgeValue(value, signal, unit, index.nodes[row]!);
    if (typeof judged === 'string') return judged;
    const freshness = judgeTime(takenAt, judging);
    return freshness === 'fresh' ? judged : freshness;
  }

  /** Of several reasons the one listed first is kept, whatever the order of series. */
  function blame(row: number, code: number): void {
    why[row] = why[row] === ABSENT ? code : Math.min(why[row]!, code);
  }
}

/** A signal whose source could not be asked: nothing new about anybody, and why. */
export function failedSignal(signal: SignalSpec, source: string, index: NodeIndex): GatheredSignal {
  const why = new Uint8Array(index.nodes.length).fill(reasonCode('query-failed'));
  const counts = newTally(signal.unit).counts();
  return { signal: signal.name, source, ...emptyColumns(index.nodes.length), why, counts };
}

/**
 * Where most ratios are out of range, they are percents, and those few in range are the idlest nodes, read a
 * hundredfold too hot: none of them is to be believed.
 */
function isUnitSuspect(tally: Tally, unit: Unit): boolean {
  return unit === 'ratio' && tally.isMostlyOutOfRange();
}

function refuseAll({ values }: SampleColumns, why: Uint8Array): void {
  const suspect = reasonCode('unit-suspect');
  values.forEach((value, row) => {
    if (!Number.isNaN(value)) why[row] = suspect;
  });
  values.fill(Number.NaN);
}

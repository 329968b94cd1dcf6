import { type Column, table } from '#views/table.ts';

/** What a simulated run was worth: what was left undone, and what it cost. */
export interface ScoreCard {
  /** Node-minutes above four fifths of a node's cores, by what pods wanted. */
  readonly overLineMinutes: number;
  /** Node-minutes in which pods wanted more than a node has. */
  readonly overFullMinutes: number;
  /** Core-minutes wanted and not had. */
  readonly lackedCoreMinutes: number;
  readonly evictions: number;
  /** Evictions that the API server refused. */
  readonly refused: number;
  /** Evictions within an hour of the same pod's last, or to a node it left within a day. */
  readonly pingPongs: number;
  /** Evictions of the pod that was evicted most. */
  readonly mostMoves: number;
  /** Replica-minutes that were wanted and not ready. */
  readonly unreadyMinutes: number;
  readonly outOfMemory: number;
}

/** A policy, and what it came to. */
export interface ScoredRun {
  readonly policy: string;
  readonly score: ScoreCard;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

const number = (header: string, of: keyof ScoreCard): Column<ScoredRun> => ({
  header,
  align: 'right',
  cell: ({ score }) => whole(score[of]),
});

const columns: readonly Column<ScoredRun>[] = [
  { header: 'POLICY', cell: ({ policy }) => policy },
  number('MIN > 80 %', 'overLineMinutes'),
  number('MIN > 100 %', 'overFullMinutes'),
  number('EVICTIONS', 'evictions'),
  number('PING-PONGS', 'pingPongs'),
];

const wideColumns: readonly Column<ScoredRun>[] = [
  ...columns,
  number('CORE-MIN LACKED', 'lackedCoreMinutes'),
  number('UNREADY MIN', 'unreadyMinutes'),
  number('MOST MOVES', 'mostMoves'),
  number('REFUSED', 'refused'),
  number('OUT OF MEMORY', 'outOfMemory'),
];

/** The score card of runs, side by side. */
export function scoreTable(runs: readonly ScoredRun[], width: 'table' | 'wide' = 'table'): string {
  return table(width === 'wide' ? wideColumns : columns, runs);
}

/** What the last run avoided of what the first left, and what for. */
export function scoreSentence(runs: readonly ScoredRun[]): string | undefined {
  const [first, last] = [runs.at(0), runs.at(-1)];
  if (first === undefined || last === undefined || runs.length < 2) return undefined;
  const avoided = first.score.overLineMinutes - last.score.overLineMinutes;
  const { evictions } = last.score;
  if (avoided <= 0 || evictions === 0) return `${last.policy} avoided nothing that ${first.policy} left.`;
  const share = Math.round((100 * avoided) / first.score.overLineMinutes);
  const each = Math.round(avoided / evictions);
  return `${last.policy} avoided ${share} % of the overload with ${evictions} evictions: ${each} node-minutes each.`;
}

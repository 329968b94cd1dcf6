import { hashOfText } from '#base/hash.ts';
import { rngOf } from '#base/rng.ts';

/** Recorded load, by the name of its folder under `data/`. */
export const traceNames = ['planetlab', 'bitbrains-small', 'crane-series'] as const;

export type TraceName = (typeof traceNames)[number];

/** What was recorded: a row a machine or a service, a value every five minutes, in a unit of its own. */
export type TraceRows = readonly ArrayLike<number>[];

export interface RecordedCourseAsk {
  /** Cores of a replica, in the mean over everything recorded; of services, whose units differ, over each. */
  readonly cores: number;
  readonly steps: number;
  readonly workload: string;
  readonly seed: number;
}

/** Courses of replicas that follow what was recorded, over and over: of machines each another, of services all the same one. */
export function recordedCourses(
  trace: TraceName,
  rows: TraceRows,
  replicas: number,
  { cores, steps, workload, seed }: RecordedCourseAsk,
): number[][] {
  const busy = rows.filter((row) => meanOf(row) > 0);
  const rng = rngOf(seed + hashOfText(workload));
  const isShared = trace === 'crane-series';
  const ofAll = busy.reduce((sum, row) => sum + meanOf(row), 0) / busy.length;
  const first = rng.int(busy.length);
  return Array.from({ length: replicas }, () => {
    const row = busy[isShared ? first : rng.int(busy.length)]!;
    const scale = cores / (isShared ? meanOf(row) : ofAll);
    return Array.from({ length: steps }, (_, step) => scale * row[step % row.length]!);
  });
}

function meanOf(row: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < row.length; at++) sum += row[at]!;
  return sum / row.length;
}

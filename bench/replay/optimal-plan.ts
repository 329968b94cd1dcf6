import highsModule from 'highs';
import type { ReplayInstance } from '#simulation/replay/instance.ts';
import type { ClairvoyantReference } from '#simulation/replay/score.ts';

/** As long as one instance may be searched. */
const timeLimitSeconds = 90;

/** Steps over which use stands still, counted from step 1: no placement changes step 0. */
interface Interval {
  readonly step: number;
  readonly minutes: number;
}

/**
 * The plan of at most so many moves at step 1 that leaves the fewest minutes above 80 %: a mixed integer programme with
 * a binary for every pod on every node, and one for every node and interval that says whether it is overloaded.
 */
export async function optimalPlan(instance: ReplayInstance, moves: number): Promise<ClairvoyantReference['optimum']> {
  const intervals = intervalsOf(instance);
  // its types describe a CommonJS module, what is imported is an ES module
  const highs = await (highsModule as unknown as typeof highsModule.default)();
  const solution = highs.solve(programme(instance, intervals, moves), { time_limit: timeLimitSeconds });
  if (!Number.isFinite(solution.ObjectiveValue)) return undefined; // no plan was found in time
  const proved = solution.Status === 'Optimal';
  return { moves, over80: minutesAtFirst(instance) + Math.round(solution.ObjectiveValue), proved };
}

function programme(instance: ReplayInstance, intervals: readonly Interval[], moves: number): string {
  const { cluster, start, use } = instance;
  const pods = [...cluster.limit.keys()];
  const nodes = Array.from({ length: cluster.nodes }, (_, node) => node);
  const lineOf = (node: number): number => 0.8 * cluster.capacity[node]! + 1e-6;
  const overloads = nodes.flatMap((node) => intervals.map(({ minutes }, index) => ({ node, index, minutes })));
  const loads = overloads.map(({ node, index }) => {
    const row = use.cores.subarray(intervals[index]!.step * cluster.pods, (intervals[index]!.step + 1) * cluster.pods);
    const most = row.reduce((a, b) => a + b, 0) - lineOf(node);
    return `${sum(pods, (pod) => `${row[pod]!} x${pod}n${node}`)} - ${Math.max(most, 0)} y${node}i${index} <= ${lineOf(node)}`;
  });
  return [
    'Minimize',
    ` cost: ${sum(overloads, ({ node, index, minutes }) => `${minutes} y${node}i${index}`)}`,
    'Subject To',
    ...pods.map((pod) => ` ${sum(nodes, (node) => `x${pod}n${node}`)} = 1`),
    ...nodes.map(
      (node) => ` ${sum(pods, (pod) => `${cluster.request[pod]!} x${pod}n${node}`)} <= ${cluster.capacity[node]!}`,
    ),
    ` ${sum(pods, (pod) => `x${pod}n${start[pod]!}`)} >= ${cluster.pods - moves}`,
    ...loads.map((load) => ` ${load}`),
    'Binary',
    ...pods.flatMap((pod) => nodes.map((node) => ` x${pod}n${node}`)),
    ...overloads.map(({ node, index }) => ` y${node}i${index}`),
    'End',
  ].join('\n');
}

const sum = <T>(of: readonly T[], term: (one: T) => string): string => of.map((one) => term(one)).join(' + ');

/** Runs of equal rows from step 1 on. */
function intervalsOf({ cluster, use }: ReplayInstance): Interval[] {
  const intervals: { step: number; minutes: number }[] = [];
  for (let step = 1; step < use.steps; step++) {
    const last = intervals.at(-1);
    if (last !== undefined && sameRow(use.cores, cluster.pods, last.step, step)) last.minutes += cluster.stepMinutes;
    else intervals.push({ step, minutes: cluster.stepMinutes });
  }
  return intervals;
}

function sameRow(cores: Float64Array, pods: number, a: number, b: number): boolean {
  for (let pod = 0; pod < pods; pod++) if (cores[a * pods + pod] !== cores[b * pods + pod]) return false;
  return true;
}

function minutesAtFirst({ cluster, use, start }: ReplayInstance): number {
  const used = new Float64Array(cluster.nodes);
  for (const [pod, node] of start.entries()) used[node]! += use.cores[pod]!;
  return used.filter((cores, node) => cores > 0.8 * cluster.capacity[node]! + 1e-6).length * cluster.stepMinutes;
}

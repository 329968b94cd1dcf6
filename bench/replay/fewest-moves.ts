import highsModule from 'highs';
import type { ReplayInstance } from '#simulation/replay/instance.ts';
import type { ClairvoyantReference } from '#simulation/replay/score.ts';

/** As long as one instance may be searched. */
const timeLimitSeconds = 900;

/**
 * The fewest moves at step 1 that keep every node below its line from then on: an integer programme with a binary for
 * every pod on every node. No plan leaves fewer minutes, as no move changes step 0; that none has fewer moves is proved
 * where the search ended in time. Where it found nothing, it is the best plan `known`, if that leaves none; or undefined.
 */
export async function fewestMoves(
  instance: ReplayInstance,
  known: readonly [moves: number, minutes: number],
): Promise<ClairvoyantReference['optimum']> {
  // its types describe a CommonJS module, what is imported is an ES module
  const highs = await (highsModule as unknown as typeof highsModule.default)();
  const solution = highs.solve(programme(instance), { time_limit: timeLimitSeconds });
  const over80 = minutesAtFirst(instance);
  if (Number.isFinite(solution.ObjectiveValue)) {
    return { moves: Math.round(solution.ObjectiveValue), over80, proved: solution.Status === 'Optimal' };
  }
  return known[1] === over80 ? { moves: known[0], over80, proved: false } : undefined;
}

function programme(instance: ReplayInstance): string {
  const { cluster, start, use } = instance;
  const pods = [...cluster.limit.keys()];
  const nodes = Array.from({ length: cluster.nodes }, (_, node) => node);
  const line = 0.8 * cluster.capacity + 1e-6;
  const loads = distinctSteps(instance).flatMap((step) => {
    const row = use.cores.subarray(step * cluster.pods, (step + 1) * cluster.pods);
    return nodes.map((node) => `${sum(pods, (pod) => `${row[pod]!} x${pod}n${node}`)} <= ${line}`);
  });
  return [
    'Minimize',
    ` cost: ${sum(pods, (pod) => sum(away(nodes, start[pod]!), (node) => `x${pod}n${node}`))}`,
    'Subject To',
    ...pods.map((pod) => ` ${sum(nodes, (node) => `x${pod}n${node}`)} = 1`),
    ...nodes.map((node) => ` ${sum(pods, (pod) => `${cluster.request[pod]!} x${pod}n${node}`)} <= ${cluster.capacity}`),
    ...loads.map((load) => ` ${load}`),
    'Binary',
    ...pods.flatMap((pod) => nodes.map((node) => ` x${pod}n${node}`)),
    'End',
  ].join('\n');
}

const sum = <T>(of: readonly T[], term: (one: T) => string): string => of.map((one) => term(one)).join(' + ');

const away = (nodes: readonly number[], home: number): number[] => nodes.filter((node) => node !== home);

/** The first steps of each run of equal use, from step 1 on. */
function distinctSteps({ cluster, use }: ReplayInstance): number[] {
  const steps: number[] = [];
  for (let step = 1; step < use.steps; step++) {
    const last = steps.at(-1);
    if (last === undefined || !sameRow(use.cores, cluster.pods, last, step)) steps.push(step);
  }
  return steps;
}

function sameRow(cores: Float64Array, pods: number, a: number, b: number): boolean {
  for (let pod = 0; pod < pods; pod++) if (cores[a * pods + pod] !== cores[b * pods + pod]) return false;
  return true;
}

function minutesAtFirst({ cluster, use, start }: ReplayInstance): number {
  const used = new Float64Array(cluster.nodes);
  for (const [pod, node] of start.entries()) used[node]! += use.cores[pod]!;
  return used.filter((cores) => cores > 0.8 * cluster.capacity + 1e-6).length * cluster.stepMinutes;
}

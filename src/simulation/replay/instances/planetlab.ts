import type { ReplayInstance } from '#simulation/replay/instance.ts';
import type { UseTable } from '#simulation/replay/policy.ts';
import { nodesFor } from '#simulation/replay/room.ts';
import { firstFitStart, leastAllocatedStart } from '#simulation/replay/starts.ts';
import type { PlanetlabDay } from '#simulation/replay/traces/planetlab.ts';

/** Limits in cores, by row index modulo 4. */
export const sizes: readonly number[] = [2.5, 2, 1, 0.5];

/** How a recorded day becomes a cluster. */
export interface PlanetlabShape {
  readonly capacity: number;
  /** Requests over limits. */
  readonly requestRatio: number;
  readonly start: 'least-allocated' | 'first-fit';
}

/** Two days, the earlier of which is known when the later begins. */
export interface PlanetlabPair {
  readonly before: PlanetlabDay;
  readonly day: PlanetlabDay;
}

/** A recorded day whose machines are pods without replicas, on nodes filled to nine tenths by requests. */
export function planetlabInstance(label: string, day: PlanetlabDay, shape: PlanetlabShape): ReplayInstance {
  const rows = [...day.names.keys()];
  return planetlabCluster(label, useOf(day, rows), rows.length, shape);
}

/** The machines of two days that both know, in the second day's order; a policy is handed the first day's use. */
export function warmInstance(label: string, pair: PlanetlabPair, shape: PlanetlabShape): ReplayInstance {
  const { before, day } = pair;
  const pairs = sharedRows(pair);
  const history = useOf(
    before,
    pairs.map(([row]) => row),
  );
  const use = useOf(
    day,
    pairs.map(([, row]) => row),
  );
  const instance = planetlabCluster(label, use, pairs.length, shape);
  return { ...instance, cluster: { ...instance.cluster, history } };
}

/** The rows of the machines that are in both days, in the order of the second. */
export function sharedRows({ before, day }: PlanetlabPair): (readonly [number, number])[] {
  const rowBefore = new Map(before.names.map((name, row) => [name, row]));
  return day.names.flatMap((name, row) => {
    const known = rowBefore.get(name);
    return known === undefined ? [] : [[known, row] as const];
  });
}

/** The use of these machines, in cores of the size their place in the list gives them. */
export function useOf(day: PlanetlabDay, rows: readonly number[]): UseTable {
  const cores = new Float64Array(day.steps * rows.length);
  for (const [pod, row] of rows.entries()) {
    const limit = sizes[pod % 4]!;
    for (let step = 0; step < day.steps; step++) {
      cores[step * rows.length + pod] = (day.percent[row * day.steps + step]! / 100) * limit;
    }
  }
  return { steps: day.steps, cores };
}

function planetlabCluster(label: string, use: UseTable, pods: number, shape: PlanetlabShape): ReplayInstance {
  const { capacity, requestRatio } = shape;
  const limit = Float64Array.from({ length: pods }, (_, pod) => sizes[pod % 4]!);
  const request = limit.map((cores) => requestRatio * cores);
  const nodes = nodesFor(request, capacity);
  return {
    name: `${label}-${capacity}-${nodes}${shape.start === 'first-fit' ? '-FF' : ''}`,
    cluster: {
      nodes,
      capacity: new Float64Array(nodes).fill(capacity),
      pods,
      limit,
      request,
      owner: Int32Array.from({ length: pods }, (_, pod) => pod),
      stepMinutes: 5,
    },
    use,
    start: shape.start === 'first-fit' ? firstFitStart(request, nodes, capacity) : leastAllocatedStart(request, nodes),
  };
}

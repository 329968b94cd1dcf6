import { mulberry32, shuffledOrder } from '#base/mulberry32.ts';
import type { ReplayInstance } from '#simulation/replay/instance.ts';
import { ABSENT, type ReplayCluster, type UseTable } from '#simulation/replay/policy.ts';
import { leastAllocatedStart } from '#simulation/replay/starts.ts';

/** The steps over which pods arrive; overload is counted from the next one on. */
const arrivalSteps = 24;

/** The same cluster with its pods in the seed's order, and the start that this order gives. */
export function shuffled(instance: ReplayInstance, seed: number): ReplayInstance {
  const { cluster } = instance;
  const order = shuffledOrder(cluster.pods, mulberry32(seed));
  const request = pick(cluster.request, order);
  const reordered: ReplayCluster = {
    ...cluster,
    limit: pick(cluster.limit, order),
    request,
    owner: order.map((pod) => cluster.owner[pod]!),
    ...(cluster.history && { history: reorderedTable(cluster.history, order) }),
  };
  return {
    ...instance,
    name: `${instance.name}-s${seed}`,
    cluster: reordered,
    use: reorderedTable(instance.use, order),
    start: leastAllocatedStart(request, cluster.nodes),
  };
}

/** The same pods, arriving evenly over two hours on an empty cluster: what placement alone is worth. */
export function arriving(instance: ReplayInstance): ReplayInstance {
  const { pods } = instance.cluster;
  const from = Int32Array.from({ length: pods }, (_, pod) => Math.floor((pod * arrivalSteps) / pods));
  return {
    ...instance,
    name: `${instance.name}-arriving`,
    start: new Int32Array(pods).fill(ABSENT),
    life: { from, until: new Int32Array(pods).fill(instance.use.steps) },
    countFrom: arrivalSteps,
  };
}

const pick = (values: Float64Array, order: Int32Array): Float64Array => Float64Array.from(order, (pod) => values[pod]!);

function reorderedTable({ steps, cores }: UseTable, order: Int32Array): UseTable {
  const pods = order.length;
  const reordered = new Float64Array(cores.length);
  for (let row = 0; row < cores.length; row += pods) {
    for (let pod = 0; pod < pods; pod++) reordered[row + pod] = cores[row + order[pod]!]!;
  }
  return { steps, cores: reordered };
}

import { ABSENT, type ReplayCluster, type ReplayPolicy } from '#simulation/replay/policy.ts';
import { evening, hasRoom } from '#simulation/replay/room.ts';
import { leastOf } from '#simulation/replay/starts.ts';

/** What a placement policy sees of the nodes when a pod arrives. */
export interface NodesSeen {
  /** Use of each node in the samples so far, oldest first, in cores; of the pods that were on it then. */
  readonly past: readonly Float64Array[];
  /** Cores asked for, by node. */
  readonly requested: Float64Array;
  /** The pods that arrived since the last sample, in order, and where they were put. */
  readonly justBound: readonly { readonly pod: number; readonly node: number }[];
}

/** How good each node is for a pod: the highest score wins, the lowest index among equals. */
export type NodeScore = (cluster: ReplayCluster, seen: NodesSeen, pod: number) => (node: number) => number;

/** As far back as any of them looks. */
const lookBackMinutes = 60;

/** A policy that places pods where they score highest among the nodes with room, and leaves them there. */
export function scoredPlacement(name: string, score: NodeScore): ReplayPolicy {
  return {
    name,
    begin: (cluster) => {
      const past: Float64Array[] = [];
      let justBound: { pod: number; node: number }[] = [];
      return {
        decide(_step, use, placement) {
          past.push(byNode(cluster, placement, use));
          if (past.length > lookBackMinutes / cluster.stepMinutes) past.shift();
          justBound = [];
          return [];
        },
        place(_step, pod, placement) {
          const requested = byNode(cluster, placement, cluster.request);
          const node = highest(cluster, requested, pod, score(cluster, { past, requested, justBound }, pod));
          justBound.push({ pod, node });
          return node;
        },
      };
    },
  };
}

function byNode(cluster: ReplayCluster, placement: Int32Array, cores: Float64Array): Float64Array {
  const sums = new Float64Array(cluster.nodes);
  for (const [pod, node] of placement.entries()) if (node !== ABSENT) sums[node]! += cores[pod]!;
  return sums;
}

/** A cluster without room anywhere takes the pod where the least is requested, as the model does. */
function highest(
  cluster: ReplayCluster,
  requested: Float64Array,
  pod: number,
  score: (node: number) => number,
): number {
  let [best, most] = [-1, -Infinity];
  for (let node = 0; node < cluster.nodes; node++) {
    if (!hasRoom(requested[node]!, cluster.request[pod]!, cluster.capacity[node]!)) continue;
    const points = score(node);
    if (points > most) [best, most] = [node, points];
  }
  if (best >= 0) return best;
  const factors = evening(cluster.capacity);
  return leastOf(requested.map((cores, node) => cores * factors[node]!));
}

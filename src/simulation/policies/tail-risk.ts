import { normalTail } from '#base/normal-tail.ts';
import { ABSENT, isPinned, type Move, type ReplayCluster, type ReplayPolicy } from '#simulation/replay/policy.ts';
import { hasRoom } from '#simulation/replay/room.ts';

const windowMinutes = 120;
const cooldownMinutes = 360;
/** The fall of summed risk that a move must bring: an eviction's price. */
const kappa = 0.05;
/** Before any is seen, a pod is taken to vary so much, as a share of its limit squared; it counts as one sample. */
const priorVariance = 0.0215;

/**
 * What forty lines can do, to measure others by: two hours of mean and variance per pod, the normal risk of each node to
 * be above four fifths and to be full, and the one move a pass that lowers the summed risk most, if it is worth it.
 */
export const tailRisk: ReplayPolicy = {
  name: 'tail-risk',
  begin: (cluster) => {
    const moments = new RecentMoments(cluster, windowMinutes / cluster.stepMinutes);
    const movedAt = new Float64Array(cluster.pods).fill(-Infinity);
    return {
      decide(step, use, placement) {
        moments.observe(use);
        const rested = (pod: number): boolean => (step - movedAt[pod]!) * cluster.stepMinutes >= cooldownMinutes;
        const move = bestMove(cluster, moments, placement, rested);
        if (move === undefined) return [];
        movedAt[move.pod] = step;
        return [move];
      },
    };
  },
};

class RecentMoments {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly #cluster: ReplayCluster;
  readonly #window: number;
  readonly #samples: Float64Array[] = [];

  constructor(cluster: ReplayCluster, window: number) {
    this.mean = new Float64Array(cluster.pods);
    this.variance = new Float64Array(cluster.pods);
    this.#cluster = cluster;
    this.#window = window;
  }

  observe(use: Float64Array): void {
    this.#samples.push(use.slice());
    if (this.#samples.length > this.#window) this.#samples.shift();
    const count = this.#samples.length;
    for (let pod = 0; pod < use.length; pod++) {
      let [sum, squares] = [0, 0];
      for (const sample of this.#samples) {
        sum += sample[pod]!;
        squares += sample[pod]! ** 2;
      }
      this.mean[pod] = sum / count;
      const prior = priorVariance * this.#cluster.limit[pod]! ** 2;
      this.variance[pod] = (squares - sum ** 2 / count + prior) / (count + 1);
    }
  }
}

function bestMove(
  cluster: ReplayCluster,
  { mean, variance }: RecentMoments,
  placement: Int32Array,
  rested: (pod: number) => boolean,
): Move | undefined {
  const nodes = nodeMoments(cluster, mean, variance, placement);
  const risk = (node: number, m: number, v: number): number => {
    const spread = Math.sqrt(Math.max(v, 1e-9));
    const capacity = cluster.capacity[node]!;
    return normalTail((0.8 * capacity - m) / spread) + normalTail((capacity - m) / spread);
  };
  const risks = nodes.mean.map((m, node) => risk(node, m, nodes.variance[node]!));
  let best: Move | undefined;
  let most = kappa;
  for (const [pod, from] of placement.entries()) {
    if (from === ABSENT || risks[from]! < most || !rested(pod) || isPinned(cluster, pod)) continue;
    const relief = risks[from]! - risk(from, nodes.mean[from]! - mean[pod]!, nodes.variance[from]! - variance[pod]!);
    if (relief < most) continue;
    for (let to = 0; to < cluster.nodes; to++) {
      if (to === from || !hasRoom(nodes.requested[to]!, cluster.request[pod]!, cluster.capacity[to]!)) continue;
      const burden = risk(to, nodes.mean[to]! + mean[pod]!, nodes.variance[to]! + variance[pod]!) - risks[to]!;
      if (relief - burden <= most) continue;
      most = relief - burden;
      best = { pod, to };
    }
  }
  return best;
}

function nodeMoments(
  cluster: ReplayCluster,
  mean: Float64Array,
  variance: Float64Array,
  placement: Int32Array,
): { mean: Float64Array; variance: Float64Array; requested: Float64Array } {
  const sums = {
    mean: new Float64Array(cluster.nodes),
    variance: new Float64Array(cluster.nodes),
    requested: new Float64Array(cluster.nodes),
  };
  for (const [pod, node] of placement.entries()) {
    if (node === ABSENT) continue;
    sums.mean[node]! += mean[pod]!;
    sums.variance[node]! += variance[pod]!;
    sums.requested[node]! += cluster.request[pod]!;
  }
  return sums;
}

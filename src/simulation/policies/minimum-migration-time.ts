import { NodeBooks } from '#simulation/policies/node-books.ts';
import { ABSENT, type Move, type ReplayCluster, type ReplayPolicy } from '#simulation/replay/policy.ts';

/** Tells from a node's past use whether it is overloaded; fractions of its capacity, oldest first, the last is now. */
export interface OverloadDetector {
  readonly name: string;
  /** Steps that it looks back, this one included. */
  readonly lookBack: number;
  isOverloaded(past: readonly number[]): boolean;
}

/** CloudSim judges by this while there is too little history. */
const fallbackLimit = 0.7;

const now = (past: readonly number[]): number => past.at(-1)!;

/** THR: a fixed limit. */
export const fixedThreshold: OverloadDetector = {
  name: 'thr-mmt',
  lookBack: 1,
  isOverloaded: (past) => now(past) > 0.8,
};

/** MAD: the more a node's use varies, by its median absolute deviation, the lower its limit. */
export const medianAbsoluteDeviation: OverloadDetector = {
  name: 'mad-mmt',
  lookBack: 12,
  isOverloaded(past) {
    if (past.length < this.lookBack) return now(past) > fallbackLimit;
    const middle = median(past);
    return now(past) > 1 - 2.5 * median(past.map((use) => Math.abs(use - middle)));
  },
};

/** LR: a straight line through the last ten, weighted by nearness in time, foretells the next; a fifth is added. */
export const localRegression: OverloadDetector = {
  name: 'lr-mmt',
  lookBack: 10,
  isOverloaded(past) {
    if (past.length < this.lookBack) return now(past) > fallbackLimit;
    return 1.2 * nextByRegression(past.slice(-this.lookBack)) >= 1;
  },
};

/**
 * The heuristics of Beloglazov and Buyya (2012) as CloudSim has them, without switching nodes off: from every overloaded
 * node the pods that move fastest, until it is overloaded no longer; then, biggest use first, each to the fullest node by
 * use that it does not overload. Memory decides what moves fast; the traces have none, so requests stand in for it.
 */
export function minimumMigrationTime(detector: OverloadDetector): ReplayPolicy {
  return {
    name: detector.name,
    begin: (cluster) => {
      const samples: Float64Array[] = [];
      return {
        decide(_step, use, placement) {
          samples.push(use.slice());
          if (samples.length > detector.lookBack) samples.shift();
          return pass(cluster, detector, samples, placement);
        },
      };
    },
  };
}

function pass(
  cluster: ReplayCluster,
  detector: OverloadDetector,
  samples: readonly Float64Array[],
  placement: Int32Array,
): Move[] {
  const use = samples.at(-1)!;
  const books = new NodeBooks(cluster, placement, use);
  const past = pastOfNodes(cluster, samples, placement);
  const isOverloaded = (node: number): boolean =>
    detector.isOverloaded([...past[node]!.slice(0, -1), books.used[node]! / cluster.capacity[node]!]);
  const overloaded = [...books.used.keys()].filter((node) => isOverloaded(node));
  const leaving = overloaded.flatMap((node) => {
    const out: number[] = [];
    const fastest = books.pods[node]!.toSorted((a, b) => cluster.request[a]! - cluster.request[b]!);
    for (const pod of fastest) {
      if (!isOverloaded(node)) break;
      books.remove(pod, node);
      for (const [age, sample] of samples.entries()) past[node]![age]! -= sample[pod]! / cluster.capacity[node]!;
      out.push(pod);
    }
    return out;
  });
  const targets = [...books.used.keys()].filter((node) => !overloaded.includes(node));
  return leaving
    .toSorted((a, b) => use[b]! - use[a]!)
    .flatMap((pod) => {
      const to = fullestThatHolds(pod, targets, books, isOverloaded);
      books.add(pod, to ?? placement[pod]!);
      return to === undefined ? [] : [{ pod, to }];
    });
}

/** Each node's use over the last steps, of the pods that are on it now. */
function pastOfNodes(cluster: ReplayCluster, samples: readonly Float64Array[], placement: Int32Array): number[][] {
  const past = Array.from({ length: cluster.nodes }, () => samples.map(() => 0));
  for (const [age, sample] of samples.entries()) {
    for (const [pod, node] of placement.entries()) {
      if (node !== ABSENT) past[node]![age]! += sample[pod]! / cluster.capacity[node]!;
    }
  }
  return past;
}

function fullestThatHolds(
  pod: number,
  targets: readonly number[],
  books: NodeBooks,
  isOverloaded: (node: number) => boolean,
): number | undefined {
  const fullestFirst = targets.toSorted((a, b) => books.even(books.used, b) - books.even(books.used, a));
  return fullestFirst.find((node) => {
    if (!books.hasRoom(pod, node)) return false;
    books.add(pod, node);
    const holds = !isOverloaded(node);
    books.remove(pod, node);
    return holds;
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Least squares with tricube weights, one step ahead of the last value. */
function nextByRegression(values: readonly number[]): number {
  const last = values.length - 1;
  let [weights, meanX, meanY] = [0, 0, 0];
  const weightOf = (x: number): number => (1 - ((last - x) / values.length) ** 3) ** 3;
  for (const [x, y] of values.entries()) {
    const weight = weightOf(x);
    weights += weight;
    meanX += weight * x;
    meanY += weight * y;
  }
  meanX /= weights;
  meanY /= weights;
  let [xy, xx] = [0, 0];
  for (const [x, y] of values.entries()) {
    xy += weightOf(x) * (x - meanX) * (y - meanY);
    xx += weightOf(x) * (x - meanX) ** 2;
  }
  return meanY + (xy / xx) * (last + 1 - meanX);
}

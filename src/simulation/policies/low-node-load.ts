import { NodeBooks } from '#simulation/policies/node-books.ts';
import { RecentUse } from '#simulation/policies/recent-use.ts';
import type { Move, ReplayCluster, ReplayPolicy } from '#simulation/replay/policy.ts';

/** Fractions of a node, as everybody's here: below `low` it may take pods, above `high` it must give some. */
const low = 0.6;
const high = 0.8;
/** A node acts when it has been marked more often than this. */
const abnormalRounds = 5;
const migrationsPerNode = 2;
/** The load-aware scheduler turns pods away from nodes above this. */
const schedulerLimit = 0.65;
/** What the load-aware scheduler takes a pod it has just placed to use, as a share of its limit. */
const estimatedShare = 0.85;

/**
 * Koordinator's LowNodeLoad with its default guards, and its scheduler (koordinator-sh/koordinator, July 2026):
 *
 * 1. a node above `high` is marked; one below `low` loses its marks, but only on a pass where another may act;
 * 2. a node marked six times acts once, then gathers marks anew: its state lapses after a minute, a pass takes five;
 * 3. of its pods those count that fit on a low node by use, first fit, each booked there whether it is evicted or not;
 * 4. the pod whose use just covers the excess goes first, then the next bigger ones, then those below, biggest first;
 * 5. a Reservation finds the target before the eviction; where it finds none, or the same node, the job is aborted.
 *
 * Pods without replicas are moved too, which takes an option upstream.
 */
export const lowNodeLoad: ReplayPolicy = {
  name: 'low-node-load',
  begin: (cluster) => {
    const recent = new RecentUse(cluster.pods, 1); // the agent reports the mean of the last five minutes
    const marks = new Int32Array(cluster.nodes);
    return {
      decide(_step, use, placement) {
        recent.observe(use);
        return pass(cluster, marks, placement, recent.mean);
      },
    };
  },
};

function pass(cluster: ReplayCluster, marks: Int32Array, placement: Int32Array, use: Float64Array): Move[] {
  const books = new NodeBooks(cluster, placement, use);
  const limit = cluster.capacity.map((cores) => high * cores);
  const nodes = [...books.used.keys()];
  const lows = nodes.filter((node) => books.used[node]! < low * cluster.capacity[node]!);
  const highs = nodes.filter((node) => books.used[node]! > limit[node]!);
  for (const node of highs) marks[node]!++;
  const acting = highs
    .filter((node) => marks[node]! > abnormalRounds)
    .toSorted((a, b) => books.even(books.used, b) - books.even(books.used, a));
  if (acting.length === 0 || lows.length === 0 || lows.length === nodes.length) return [];
  for (const node of lows) marks[node] = 0;
  for (const node of acting) marks[node] = 0;
  return migrations(cluster, books, { acting, lows, use });
}

interface Candidates {
  readonly acting: readonly number[];
  readonly lows: readonly number[];
  readonly use: Float64Array;
}

function migrations(cluster: ReplayCluster, books: NodeBooks, { acting, lows, use }: Candidates): Move[] {
  const limit = cluster.capacity.map((cores) => high * cores);
  const booked = books.used.slice();
  const scheduled = books.used.slice();
  const perOwner = new Map<number, number>();
  const replicas = replicasOf(cluster.owner);
  let room = lows.reduce((sum, node) => sum + limit[node]! - books.used[node]!, 0);
  return acting.flatMap((node) => {
    const moves: Move[] = [];
    const removable = books.pods[node]!.filter((pod) => book(pod, { books, booked, lows, limit, use }));
    for (const pod of byFitToExcess(removable, use, books.used[node]! - limit[node]!)) {
      if (books.used[node]! <= limit[node]! || room <= 0 || moves.length === migrationsPerNode) break;
      const owner = cluster.owner[pod]!;
      const moving = perOwner.get(owner) ?? 0;
      if (moving >= mostMigrating(replicas.get(owner)!)) continue;
      const to = books.leastWithRoom(
        pod,
        scheduled,
        0,
        (target) => scheduled[target]! < schedulerLimit * cluster.capacity[target]!,
      );
      if (to === undefined || to === node) continue;
      books.remove(pod, node);
      books.add(pod, to);
      scheduled[to]! += estimatedShare * cluster.limit[pod]!;
      room -= use[pod]!;
      perOwner.set(owner, moving + 1);
      moves.push({ pod, to });
    }
    return moves;
  });
}

interface Booking {
  readonly books: NodeBooks;
  readonly booked: Float64Array;
  readonly lows: readonly number[];
  /** By node. */
  readonly limit: Float64Array;
  readonly use: Float64Array;
}

/** Whether some low node takes the pod by use and by requests; if so its use is booked there. */
function book(pod: number, { books, booked, lows, limit, use }: Booking): boolean {
  const target = lows.find((node) => booked[node]! + use[pod]! <= limit[node]! && books.hasRoom(pod, node));
  if (target === undefined) return false;
  booked[target]! += use[pod]!;
  return true;
}

function byFitToExcess(pods: readonly number[], use: Float64Array, excess: number): number[] {
  const covers = (pod: number): boolean => use[pod]! >= excess;
  return pods.toSorted((a, b) => {
    if (covers(a) !== covers(b)) return covers(a) ? -1 : 1;
    return covers(a) ? use[a]! - use[b]! : use[b]! - use[a]!;
  });
}

function replicasOf(owner: Int32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const one of owner) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** Migrations of one workload at a time, by its size. */
function mostMigrating(replicas: number): number {
  if (replicas > 10) return Math.floor(replicas / 10);
  return replicas >= 4 ? 2 : 1;
}

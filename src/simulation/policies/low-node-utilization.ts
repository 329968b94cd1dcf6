import { NodeBooks } from '#simulation/policies/node-books.ts';
import { RecentUse } from '#simulation/policies/recent-use.ts';
import type { Move, ReplayCluster, ReplayPolicy } from '#simulation/replay/policy.ts';

/** How the descheduler's LowNodeUtilization is set up, and what places the pods it evicts. */
export interface LowNodeUtilizationForm {
  readonly name: string;
  /** Use is averaged over so many minutes. */
  readonly windowMinutes: number;
  /** Fractions of a node: below `low` it may take pods, above `high` it must give some. */
  readonly low: number;
  readonly high: number;
  /** Upstream leaves the order within a priority and QoS class open; it matters much. */
  readonly order: 'by-row' | 'biggest-first';
  /** The scheduler that places what was evicted: one that measures load, or the default one, which sees requests. */
  readonly destination: 'least-used' | 'least-requested';
}

/** The four forms of the benchmark. */
export const lowNodeUtilizationForms: readonly LowNodeUtilizationForm[] = [
  {
    name: 'lnu-instant',
    windowMinutes: 5,
    low: 0.6,
    high: 0.8,
    order: 'by-row',
    destination: 'least-used',
  },
  { name: 'lnu', windowMinutes: 30, low: 0.6, high: 0.75, order: 'by-row', destination: 'least-used' },
  { name: 'lnu-biggest', windowMinutes: 30, low: 0.6, high: 0.75, order: 'biggest-first', destination: 'least-used' },
  { name: 'lnu-requests', windowMinutes: 5, low: 0.6, high: 0.8, order: 'by-row', destination: 'least-requested' },
];

/**
 * The descheduler's LowNodeUtilization on measured use (kubernetes-sigs/descheduler, 0.36):
 *
 * 1. stop if no node is low, none is high, or all are low;
 * 2. high nodes by use, descending; evict from each until it is no longer high;
 * 3. stop when the room of all low nodes up to `high`, one sum, is used up.
 *
 * The evicted pod may land where it was: nothing upstream prevents it.
 */
export function lowNodeUtilization(form: LowNodeUtilizationForm): ReplayPolicy {
  return {
    name: form.name,
    begin: (cluster) => {
      const recent = new RecentUse(cluster.pods, Math.max(1, Math.round(form.windowMinutes / cluster.stepMinutes)));
      return {
        decide(_step, use, placement) {
          recent.observe(use);
          return pass(form, cluster, recent.mean, placement);
        },
      };
    },
  };
}

function pass(form: LowNodeUtilizationForm, cluster: ReplayCluster, use: Float64Array, placement: Int32Array): Move[] {
  const books = new NodeBooks(cluster, placement, use);
  const { capacity } = cluster;
  const high = capacity.map((cores) => form.high * cores);
  const nodes = [...books.used.keys()];
  const lows = nodes.filter((node) => books.used[node]! < form.low * capacity[node]!);
  const highs = nodes
    .filter((node) => books.used[node]! > high[node]!)
    .toSorted((a, b) => books.used[b]! - books.used[a]!);
  if (lows.length === 0 || lows.length === nodes.length) return [];
  const moves: Move[] = [];
  let room = lows.reduce((sum, node) => sum + high[node]! - books.used[node]!, 0);
  for (const node of highs) {
    for (const pod of ordered(form, books.pods[node]!, use)) {
      if (books.used[node]! <= high[node]! || room <= 0) break;
      books.remove(pod, node);
      const to = destination(form, books, pod);
      books.add(pod, to ?? node);
      if (to !== undefined) moves.push({ pod, to });
      room -= use[pod]!;
    }
  }
  return moves;
}

const ordered = (form: LowNodeUtilizationForm, pods: readonly number[], use: Float64Array): readonly number[] =>
  form.order === 'by-row' ? pods : pods.toSorted((a, b) => use[b]! - use[a]!);

const destination = (form: LowNodeUtilizationForm, books: NodeBooks, pod: number): number | undefined =>
  form.destination === 'least-used'
    ? books.leastWithRoom(pod, books.used, 1e-9)
    : books.leastWithRoom(pod, books.requested);

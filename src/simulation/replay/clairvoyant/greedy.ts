import { NodeColumns } from '#simulation/replay/clairvoyant/node-columns.ts';
import type { ReplayInstance } from '#simulation/replay/instance.ts';
import type { Move, Relocation, Swap } from '#simulation/replay/policy.ts';

/** Swaps are looked for on so many of the costliest nodes. */
const nodesThatSwap = 2;

interface Chosen<Kind extends Relocation> {
  readonly relocation: Kind;
  /** The fall of the cost. */
  readonly gain: number;
}

/** The moves at step 1 that lower the cost most, one after the other, each pod once, until none lowers it or `most`. */
export function greedyMoves(instance: ReplayInstance, most: number): Move[] {
  const columns = new NodeColumns(instance);
  const moved = new Set<number>();
  const moves: Move[] = [];
  while (moves.length < most) {
    const best = bestMove(columns, moved);
    if (best === undefined) break;
    apply(columns, moved, best.relocation);
    moves.push(best.relocation);
  }
  return moves;
}

/** The same with swaps, which count as two: where nodes are full by requests, single moves soon end. */
export function greedyWithSwaps(instance: ReplayInstance, most: number): Relocation[] {
  const columns = new NodeColumns(instance);
  const moved = new Set<number>();
  const relocations: Relocation[] = [];
  while (moved.size < most) {
    const move = bestMove(columns, moved);
    const swap = bestSwap(columns, moved);
    const best = (swap?.gain ?? 0) / 2 > (move?.gain ?? 0) ? swap : move;
    if (best === undefined) break;
    apply(columns, moved, best.relocation);
    relocations.push(best.relocation);
  }
  return relocations;
}

function apply(columns: NodeColumns, moved: Set<number>, relocation: Relocation): void {
  moved.add(relocation.pod);
  if ('to' in relocation) {
    columns.move(relocation.pod, relocation.to);
    return;
  }
  moved.add(relocation.with);
  const [here, there] = [columns.placement[relocation.pod]!, columns.placement[relocation.with]!];
  columns.move(relocation.pod, there);
  columns.move(relocation.with, here);
}

function bestMove(columns: NodeColumns, moved: ReadonlySet<number>): Chosen<Move> | undefined {
  let best: Move | undefined;
  let gain = 1e-9;
  for (const [pod, from] of columns.placement.entries()) {
    if (columns.cost[from]! <= gain || moved.has(pod)) continue;
    const relief = columns.cost[from]! - columns.costWith(from, undefined, pod);
    for (let to = 0; relief > gain && to < columns.cost.length; to++) {
      if (to === from || !columns.hasRoom(pod, to)) continue;
      const burden = columns.costWith(to, pod, undefined, columns.cost[to]! + relief - gain) - columns.cost[to]!;
      if (relief - burden <= gain) continue;
      gain = relief - burden;
      best = { pod, to };
    }
  }
  return best && { relocation: best, gain };
}

function bestSwap(columns: NodeColumns, moved: ReadonlySet<number>): Chosen<Swap> | undefined {
  const { cost, placement } = columns;
  const byCost = [...cost.keys()].toSorted((a, b) => cost[b]! - cost[a]!);
  const costliest = new Set(byCost.slice(0, nodesThatSwap));
  let best: Swap | undefined;
  let gain = 1e-9;
  for (const [pod, here] of placement.entries()) {
    if (!costliest.has(here) || moved.has(pod)) continue;
    for (const [other, there] of placement.entries()) {
      if (there === here || moved.has(other)) continue;
      if (!columns.hasRoom(pod, there, other) || !columns.hasRoom(other, here, pod)) continue;
      const allowed = cost[here]! + cost[there]! - gain;
      const after = columns.costWith(here, other, pod, allowed);
      if (after >= allowed) continue;
      const both = after + columns.costWith(there, pod, other, allowed - after);
      if (both >= allowed) continue;
      gain = cost[here]! + cost[there]! - both;
      best = { pod, with: other };
    }
  }
  return best && { relocation: best, gain };
}

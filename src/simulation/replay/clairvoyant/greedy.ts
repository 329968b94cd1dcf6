import { NodeColumns } from '#simulation/replay/clairvoyant/node-columns.ts';
import type { ReplayInstance } from '#simulation/replay/instance.ts';
import type { Move } from '#simulation/replay/policy.ts';

/** The moves at step 1 that lower the cost most, one after the other, each pod once, until none lowers it or `most`. */
export function greedyMoves(instance: ReplayInstance, most: number): Move[] {
  const columns = new NodeColumns(instance);
  const moved = new Set<number>();
  const moves: Move[] = [];
  while (moves.length < most) {
    const move = bestMove(columns, moved);
    if (move === undefined) break;
    columns.move(move.pod, move.to);
    moved.add(move.pod);
    moves.push(move);
  }
  return moves;
}

function bestMove(columns: NodeColumns, moved: ReadonlySet<number>): Move | undefined {
  let best: Move | undefined;
  let most = 1e-9;
  for (const [pod, from] of columns.placement.entries()) {
    if (columns.cost[from] === 0 || columns.cost[from]! <= most || moved.has(pod)) continue;
    const relief = columns.cost[from]! - columns.costWith(from, undefined, pod);
    for (let to = 0; relief > most && to < columns.cost.length; to++) {
      if (to === from || !columns.hasRoom(pod, to)) continue;
      const burden = columns.costWith(to, pod, undefined, columns.cost[to]! + relief - most) - columns.cost[to]!;
      if (relief - burden <= most) continue;
      most = relief - burden;
      best = { pod, to };
    }
  }
  return best;
}

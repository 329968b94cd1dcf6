import type { LoadView } from '#load/load-view.ts';
import type { Size } from '#api/node-size.ts';
import { measureFor } from '#decisions/rescheduling/problem/known-nodes.ts';
import { NOBODY } from '#decisions/rescheduling/relocations/load-table.ts';
import type { PlannedMove } from '#decisions/rescheduling/relocations/relocation-plan.ts';
import type { PosedProblem } from '#decisions/rescheduling/problem/pose-problem.ts';
import { SharedTable } from '#decisions/rescheduling/relocations/shared-table.ts';

/** Shares of a node by signal: always of cpu and memory, of others where a move is made for them. */
export type Shares = Readonly<Record<'cpu' | 'memory', number> & Record<string, number>>;

/** What both nodes of a move will be measured to bear once it shows, by what they and the pod use now. */
export interface MeasuredAfter {
  readonly source: Shares;
  readonly target: Shares;
}

/**
 * Answers for the moves of a plan in their order, each with those before it. What is expected of a day to come decides
 * what is moved; what is measured right after is known better than that. `also`: the shared signal that the move is for.
 */
export function measuredAfter(
  { nodes, pods, problem: { shared = [] } }: PosedProblem,
  load: LoadView,
): (move: PlannedMove, also?: string) => MeasuredAfter {
  const used = nodes.map((node): Size => node.used);
  const tables = shared.map((signal) => new SharedTable(signal));
  return ({ pod, from, to }, also) => {
    const { cpuCores = 0, memoryBytes = 0 } = pods[pod]!.used ?? {};
    used[from] = { cpuCores: used[from]!.cpuCores - cpuCores, memoryBytes: used[from]!.memoryBytes - memoryBytes };
    used[to] = { cpuCores: used[to]!.cpuCores + cpuCores, memoryBytes: used[to]!.memoryBytes + memoryBytes };
    for (const table of tables) table.shift(pod, from, to);
    return { source: sharesOf(from, also), target: sharesOf(to, also) };
  };

  function sharesOf(node: number, also: string | undefined): Shares {
    const of = nodes[node]!;
    const others = tables
      .filter(({ signal }) => signal.name === also)
      .map((table) => [table.signal.name, table.shareAfter(node, NOBODY, NOBODY)] as const);
    return {
      ...Object.fromEntries(others.filter(([, share]) => !Number.isNaN(share))),
      cpu: Math.max(0, used[node]!.cpuCores / of[measureFor(load, 'cpu')].cpuCores),
      memory: Math.max(0, used[node]!.memoryBytes / of[measureFor(load, 'memory')].memoryBytes),
    };
  }
}

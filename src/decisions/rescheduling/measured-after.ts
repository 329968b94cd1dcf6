import type { LoadView } from '#load/load-view.ts';
import type { Size } from '#api/node-size.ts';
import { measureFor } from './known-nodes.ts';
import type { PlannedMove } from './relocation-plan.ts';
import type { PosedProblem } from './pose-problem.ts';

/** Shares of a node by signal. */
export interface Shares {
  readonly cpu: number;
  readonly memory: number;
}

/** What both nodes of a move will be measured to bear once it shows, by what they and the pod use now. */
export interface MeasuredAfter {
  readonly source: Shares;
  readonly target: Shares;
}

/**
 * Answers for the moves of a plan in their order, each with those before it. What is expected of a day to come decides
 * what is moved; what is measured right after is known better than that.
 */
export function measuredAfter({ nodes, pods }: PosedProblem, load: LoadView): (move: PlannedMove) => MeasuredAfter {
  const used = nodes.map((node): Size => node.used);
  return ({ pod, from, to }) => {
    const { cpuCores = 0, memoryBytes = 0 } = pods[pod]!.used ?? {};
    used[from] = { cpuCores: used[from]!.cpuCores - cpuCores, memoryBytes: used[from]!.memoryBytes - memoryBytes };
    used[to] = { cpuCores: used[to]!.cpuCores + cpuCores, memoryBytes: used[to]!.memoryBytes + memoryBytes };
    return { source: sharesOf(from), target: sharesOf(to) };
  };

  function sharesOf(node: number): Shares {
    const of = nodes[node]!;
    return {
      cpu: Math.max(0, used[node]!.cpuCores / of[measureFor(load, 'cpu')].cpuCores),
      memory: Math.max(0, used[node]!.memoryBytes / of[measureFor(load, 'memory')].memoryBytes),
    };
  }
}

import { CPU, MEMORY } from '#cluster/resource-columns.ts';
import { type NodeScore, SKIP } from '../framework.ts';

/** How even two shares are, 0 to 100; a resource the node has none of does not count. */
function evenness(cpu: number, cpuAllocatable: number, memory: number, memoryAllocatable: number): number {
  if (cpuAllocatable === 0 || memoryAllocatable === 0) return 100;
  const deviation = Math.abs((Math.min(1, cpu / cpuAllocatable) - Math.min(1, memory / memoryAllocatable)) / 2);
  return Math.floor((1 - deviation) * 100);
}

/** Prefers nodes whose cpu and memory will be taken in like shares. */
export const nodeResourcesBalancedAllocation: NodeScore = {
  name: 'NodeResourcesBalancedAllocation',
  reach: 'node',
  prepare({ shape: { usage } }, view) {
    const cpuAsked = usage.amounts[CPU]!;
    const memoryAsked = usage.amounts[MEMORY]!;
    if (cpuAsked === 0 && memoryAsked === 0) return SKIP;
    const cpu = view.nodes.resources.columns[CPU]!;
    const memory = view.nodes.resources.columns[MEMORY]!;
    const { balance } = view.dialect;
    return {
      kind: 'score',
      score({ list, count }, raw) {
        const { allocatable: cpuHas, requested: cpuTaken } = cpu;
        const { allocatable: memoryHas, requested: memoryTaken } = memory;
        for (let at = 0; at < count; at++) {
          const row = list[at]!;
          const cpuNow = cpuTaken[row]!;
          const memoryNow = memoryTaken[row]!;
          const after = evenness(cpuNow + cpuAsked, cpuHas[row]!, memoryNow + memoryAsked, memoryHas[row]!);
          if (balance === 'with-pod') raw[row] = after;
          else
            raw[row] = 50 + Math.trunc((50 + after - evenness(cpuNow, cpuHas[row]!, memoryNow, memoryHas[row]!)) / 2);
        }
      },
    };
  },
};

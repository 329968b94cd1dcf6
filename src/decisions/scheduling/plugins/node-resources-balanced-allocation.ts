import type { ResourceColumn } from '#cluster/columns/resource-columns.ts';
import { CPU, MEMORY } from '#cluster/columns/resource-columns.ts';
import { type NodeScore, type Rows, SKIP } from '../framework.ts';

/** How even two shares are, 0 to 100. */
function evenness(cpuShare: number, memoryShare: number): number {
  const deviation = Math.abs((Math.min(1, cpuShare) - Math.min(1, memoryShare)) / 2);
  return ((1 - deviation) * 100) | 0;
}

/** How even each node will be with the pod, and how even it is without; a node that has none of one resource is even. */
function balance(rows: Rows, raw: Int32Array, cpu: Needed, memory: Needed, byImprovement: boolean): void {
  const { list, count } = rows;
  const { allocatable: cpuHas, requested: cpuTaken } = cpu.column;
  const { allocatable: memoryHas, requested: memoryTaken } = memory.column;
  const cpuAsked = cpu.amount;
  const memoryAsked = memory.amount;
  for (let at = 0; at < count; at++) {
    const row = list[at]!;
    const cores = cpuHas[row]!;
    const bytes = memoryHas[row]!;
    if (cores === 0 || bytes === 0) {
      raw[row] = byImprovement ? 75 : 100;
      continue;
    }
    const cpuNow = cpuTaken[row]!;
    const memoryNow = memoryTaken[row]!;
    const after = evenness((cpuNow + cpuAsked) / cores, (memoryNow + memoryAsked) / bytes);
    // half of the marks for what is gained: 75 where nothing changes
    raw[row] = byImprovement ? 50 + ((50 + after - evenness(cpuNow / cores, memoryNow / bytes)) >> 1) : after;
  }
}

interface Needed {
  readonly column: ResourceColumn;
  readonly amount: number;
}

/** Prefers nodes whose cpu and memory will be taken in like shares. */
export const nodeResourcesBalancedAllocation: NodeScore = {
  name: 'NodeResourcesBalancedAllocation',
  reach: 'node',
  prepare({ shape: { usage } }, view) {
    const { columns } = view.nodes.resources;
    const cpu: Needed = { column: columns[CPU]!, amount: usage.amounts[CPU]! };
    const memory: Needed = { column: columns[MEMORY]!, amount: usage.amounts[MEMORY]! };
    if (cpu.amount === 0 && memory.amount === 0) return SKIP;
    const byImprovement = view.dialect.balance === 'improvement';
    return { kind: 'score', score: (rows, raw) => balance(rows, raw, cpu, memory, byImprovement) };
  },
};

import { readAmounts } from './amounts.ts';
import type { Node } from './kubernetes/node.ts';
import { cpuMilli, wholeUnits } from './quantity.ts';

/** Cores and bytes. */
export interface Size {
  readonly cpuCores: number;
  readonly memoryBytes: number;
}

/** What a node says that it has, or has for pods; nothing where it does not say both. */
export function sizeOf({ status }: Node, of: 'capacity' | 'allocatable'): Size | undefined {
  const { amounts } = readAmounts(status?.[of]);
  const [cpu, memory] = [amounts.get('cpu'), amounts.get('memory')];
  if (cpu === undefined || memory === undefined) return undefined;
  return { cpuCores: cpuMilli(cpu) / 1000, memoryBytes: wholeUnits(memory) };
}

import type { Quantities } from '#api/kubernetes/metadata.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { asNumber, isBadQuantity, readQuantity } from '#api/quantity.ts';

/** A quantity as a number; `otherwise` where none is said. */
export function amountOf(quantities: Quantities | undefined, name: string, otherwise: number): number {
  const read = readQuantity(quantities?.[name] ?? '');
  return isBadQuantity(read) ? otherwise : asNumber(read);
}

/** What weighs where cores are scarce, and what bounds a pod of one container; `Infinity` where nothing does. */
export function sizesOf({ spec }: Pod): { weight: number; limitCores: number; limitBytes: number } {
  const resources = spec.containers[0]?.resources;
  return {
    // the kernel's least weight is two of the 1024 shares of a core
    weight: Math.max(2 / 1024, amountOf(resources?.requests, 'cpu', 0)),
    limitCores: amountOf(resources?.limits, 'cpu', Infinity),
    limitBytes: amountOf(resources?.limits, 'memory', Infinity),
  };
}

export function nodeSize({ status }: Node): { cpuCores: number; memoryBytes: number } {
  const { capacity } = status ?? {};
  return { cpuCores: amountOf(capacity, 'cpu', Number.NaN), memoryBytes: amountOf(capacity, 'memory', Number.NaN) };
}

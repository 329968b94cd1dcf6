import type { Quantities } from '#api/kubernetes/metadata.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Container } from '#api/kubernetes/container.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { asNumber, isBadQuantity, readQuantity } from '#api/quantity.ts';

/** A quantity as a number; `otherwise` where none is said. */
export function amountOf(quantities: Quantities | undefined, name: string, otherwise: number): number {
  const read = readQuantity(quantities?.[name] ?? '');
  return isBadQuantity(read) ? otherwise : asNumber(read);
}

/** What weighs where cores are scarce, and what bounds a pod's containers together; `Infinity` where nothing does. */
export function sizesOf({ spec }: Pod): { weight: number; limitCores: number; limitBytes: number } {
  const running = [...spec.containers, ...(spec.initContainers ?? []).filter(isSidecar)];
  const sum = (of: 'requests' | 'limits', name: string, otherwise: number): number =>
    running.reduce((all, { resources }) => all + amountOf(resources?.[of], name, otherwise), 0);
  return {
    // the kernel's least weight is two of the 1024 shares of a core
    weight: Math.max(2 / 1024, sum('requests', 'cpu', 0)),
    limitCores: sum('limits', 'cpu', Infinity),
    limitBytes: sum('limits', 'memory', Infinity),
  };
}

const isSidecar = ({ restartPolicy }: Container): boolean => restartPolicy === 'Always';

export function nodeSize({ status }: Node): { cpuCores: number; memoryBytes: number } {
  const { capacity } = status ?? {};
  return { cpuCores: amountOf(capacity, 'cpu', Number.NaN), memoryBytes: amountOf(capacity, 'memory', Number.NaN) };
}

import { asNumber, isBadQuantity, readQuantity } from '#api/quantity.ts';
import type { NodeSize } from '#load/live-node.ts';
import type { Identity } from '#kube/reflector/identity.ts';
import type { RosterNode } from '#ports/cluster-roster.ts';
import type { WatchedNode, WatchedSize } from './node-shape.ts';

/** A node as load needs it. What stands on it has stood there since `before` said so, where that is still the same. */
export function rosterNode(
  watched: WatchedNode,
  { name, uid }: Identity,
  { before, now }: { readonly before: RosterNode | undefined; readonly now: number },
): RosterNode {
  const { metadata = {}, status = {} } = watched;
  const marks = metadata.annotations ?? {};
  const known = before !== undefined && before.uid === uid && sameMarks(before.marks, marks) ? before : undefined;
  return {
    name,
    uid,
    addresses: (status.addresses ?? []).flatMap(({ address }) => address ?? []),
    ready: (status.conditions ?? []).some((condition) => condition.type === 'Ready' && condition.status === 'True'),
    capacity: sizeIn(status.capacity),
    allocatable: sizeIn(status.allocatable),
    createdAt: Date.parse(metadata.creationTimestamp ?? ''),
    marks: known?.marks ?? marks,
    marksSince: known?.marksSince ?? now,
  };
}

function sizeIn({ cpu, memory }: WatchedSize = {}): NodeSize {
  return { cpuCores: amountIn(cpu), memoryBytes: amountIn(memory) };
}

function amountIn(text = ''): number {
  const quantity = readQuantity(text);
  return isBadQuantity(quantity) ? Number.NaN : asNumber(quantity);
}

function sameMarks(one: RosterNode['marks'], other: RosterNode['marks']): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}

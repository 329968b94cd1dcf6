import type { Node } from '#api/kubernetes/node.ts';
import { amountOf, nodeSize } from './objects/pod-sizes.ts';
import type { WorldSpec } from './world-spec.ts';

/** Cores of a node: all, and those that pods may ask for. */
export interface NodeCores {
  readonly capacity: number;
  readonly allocatable: number;
}

/** Every node that a world ever has, by name: those it begins with, and those that join it. */
export function nodesEver({ nodes, deeds, recorded }: WorldSpec): ReadonlyMap<string, NodeCores> {
  const joining = deeds.flatMap((deed) => (deed.deed === 'add-node' ? [deed.add] : []));
  const invented = [...nodes, ...joining].map(({ name, cpuCores }): [string, NodeCores] => [
    name,
    { capacity: cpuCores, allocatable: cpuCores },
  ]);
  const replayed = (recorded?.acts ?? []).flatMap((act): [string, NodeCores][] =>
    act.act === 'apply' && act.change.of === 'Node'
      ? [[act.change.object.metadata.name, coresOf(act.change.object)]]
      : [],
  );
  return new Map([...invented, ...replayed]);
}

function coresOf(node: Node): NodeCores {
  const { cpuCores: capacity } = nodeSize(node);
  return { capacity, allocatable: amountOf(node.status?.allocatable, 'cpu', capacity) };
}

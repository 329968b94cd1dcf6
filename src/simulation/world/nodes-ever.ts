import { nodeSize } from './pod-sizes.ts';
import type { WorldSpec } from './world-spec.ts';

/** The cores of every node that a world ever has, by name: those it begins with, and those that join it. */
export function nodesEver({ nodes, deeds, recorded }: WorldSpec): ReadonlyMap<string, number> {
  const joining = deeds.flatMap((deed) => (deed.deed === 'add-node' ? [deed.add] : []));
  const cores = new Map([...nodes, ...joining].map(({ name, cpuCores }) => [name, cpuCores]));
  for (const act of recorded?.acts ?? []) {
    if (act.act !== 'apply' || act.change.of !== 'Node') continue;
    const { object } = act.change;
    cores.set(object.metadata.name, nodeSize(object).cpuCores);
  }
  return cores;
}

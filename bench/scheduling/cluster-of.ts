import { newestDialect } from '#api/dialect.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import { type Placement, placePod } from '#decisions/scheduling/place-pod.ts';
import { defaultProfile, type Profile } from '#decisions/scheduling/profile.ts';
import { aNode } from './workloads.ts';

export const profile: Profile = defaultProfile(newestDialect);

/** A store that knows so many nodes and nothing else. */
export function clusterOf(nodes: number): ClusterStore {
  const store = new ClusterStore();
  for (let index = 0; index < nodes; index++) store.apply({ kind: 'applied', of: 'Node', object: aNode(index) });
  return store;
}

/** One whole decision: look, choose among all nodes, and reckon with it from then on. */
export function decide(store: ClusterStore, pod: Pod): Placement {
  const placement = placePod(store.view(), pod, profile);
  if (placement.kind === 'placed') {
    store.apply({ kind: 'assumed', pod, nodeName: placement.nodeName, untilMs: Infinity });
  }
  return placement;
}

/** The same, where a pod that fits nowhere would make the measure worthless. */
export function mustDecide(store: ClusterStore, pod: Pod): void {
  const placement = decide(store, pod);
  if (placement.kind !== 'placed') throw new Error(`${pod.metadata.name}: ${JSON.stringify(placement)}`);
}

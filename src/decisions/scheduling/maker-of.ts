import type { OwnerReference } from '#api/kubernetes/metadata.ts';
import { controllerOf } from '#api/pod-standing.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';

/** Whose pod it is. */
export interface MadePod {
  readonly uid: string;
  readonly namespace: string;
  readonly controller: OwnerReference | undefined;
}

/** The uid of what makes such pods, roll-out after roll-out: the Deployment above a ReplicaSet, else the controller itself. */
export function makerOf({ namespace, controller }: MadePod, view: ClusterView): string | undefined {
  if (controller?.kind !== 'ReplicaSet') return controller?.uid;
  const set = view.object('ReplicaSet', `${namespace}/${controller.name}`);
  const above = set?.metadata.uid === controller.uid ? controllerOf(set) : undefined;
  return (above ?? controller).uid;
}

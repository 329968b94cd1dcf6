import type { Node } from '#api/kubernetes/node.ts';
import type { KubernetesObject } from '#api/kubernetes/metadata.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
  VolumeAttachment,
} from '#api/kubernetes/storage.ts';
import type {
  Deployment,
  Namespace,
  PodDisruptionBudget,
  PriorityClass,
  ReplicatedWorkload,
  ReplicationController,
  Service,
} from '#api/kubernetes/workload.ts';

/** Every kind of object the cluster is made of, and its shape. */
export interface ClusterObjects {
  readonly Pod: Pod;
  readonly Node: Node;
  readonly Namespace: Namespace;
  readonly Service: Service;
  readonly ReplicationController: ReplicationController;
  readonly ReplicaSet: ReplicatedWorkload;
  readonly StatefulSet: ReplicatedWorkload;
  readonly Deployment: Deployment;
  readonly PersistentVolume: PersistentVolume;
  readonly PersistentVolumeClaim: PersistentVolumeClaim;
  readonly StorageClass: StorageClass;
  readonly CSINode: CSINode;
  readonly CSIDriver: CSIDriver;
  readonly CSIStorageCapacity: CSIStorageCapacity;
  readonly VolumeAttachment: VolumeAttachment;
  readonly PodDisruptionBudget: PodDisruptionBudget;
  readonly PriorityClass: PriorityClass;
}

export type ClusterKind = keyof ClusterObjects;

type Applied = {
  [Kind in ClusterKind]: { readonly kind: 'applied'; readonly of: Kind; readonly object: ClusterObjects[Kind] };
};

/** What the world, or we ourselves, did to the cluster. Saying the same twice changes nothing. */
export type ClusterEvent =
  | Applied[ClusterKind]
  /** Who it was is enough. */
  | { readonly kind: 'removed'; readonly of: ClusterKind; readonly object: KubernetesObject }
  /** We placed a pod and the world has not confirmed it: it counts until it does, or until the instant is past. */
  | { readonly kind: 'assumed'; readonly pod: Pod; readonly nodeName: string; readonly untilMs: number }
  /** Our placement came to nothing. */
  | { readonly kind: 'forgotten'; readonly pod: Pod };

/** An object is there, new or changed, whichever kind it is of. */
export function appliedEvent<Kind extends ClusterKind>(of: Kind, object: ClusterObjects[Kind]): ClusterEvent {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a kind and its objects go together, whichever it is
  return { kind: 'applied', of, object } as Applied[ClusterKind];
}

import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '#api/kubernetes/storage.ts';
import type { Volume } from '#api/kubernetes/volume.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';

const betaClass = 'volume.beta.kubernetes.io/storage-class';

/** The annotation of that name. */
export function annotation({ annotations }: { readonly annotations?: StringMap }, key: string): string | undefined {
  return annotations !== undefined && Object.hasOwn(annotations, key) ? annotations[key] : undefined;
}

/** The claims a spec names, without those made for the pod itself. */
export function namedClaims(volumes: readonly Volume[] = []): string[] {
  return volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
}

/** The name of the claim that a volume of a pod of this name stands for; undefined where it stands for none. */
export function claimNameOf(volume: Volume, podName: string): string | undefined {
  if (volume.persistentVolumeClaim !== undefined) return volume.persistentVolumeClaim.claimName;
  return volume.ephemeral === undefined ? undefined : `${podName}-${volume.name}`;
}

/** Empty where neither the old annotation nor the spec names one. */
export function classNameOf({ metadata, spec }: PersistentVolumeClaim | PersistentVolume): string {
  return annotation(metadata, betaClass) ?? spec.storageClassName ?? '';
}

export function classOf(object: PersistentVolumeClaim | PersistentVolume, view: ClusterView): StorageClass | undefined {
  return view.object('StorageClass', classNameOf(object));
}

/** Which pod it is. */
export interface PodName {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

export function podNameOf({ metadata: { name, uid } }: Pod, namespace: string): PodName {
  return { namespace, name, uid };
}

/** What is wrong with a claim that was made for a pod of that name, and is not this pod's. */
export function foreignClaim(pod: PodName, { metadata: claim }: PersistentVolumeClaim): string | undefined {
  const controller = claim.ownerReferences?.find((owner) => owner.controller === true);
  if (controller?.uid === pod.uid) return undefined;
  return `PVC ${claim.namespace}/${claim.name} was not created for pod ${pod.namespace}/${pod.name} (pod is not owner)`;
}

export const claimNotFound = (name: string): string => `persistentvolumeclaim "${name}" not found`;

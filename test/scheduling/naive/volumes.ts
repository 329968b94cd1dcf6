import type { Pod } from '#api/kubernetes/pod.ts';
import type { CSINode, PersistentVolume, PersistentVolumeClaim, StorageClass } from '#api/kubernetes/storage.ts';
import type { Volume } from '#api/kubernetes/volume.ts';
import type { WorldObjects } from '../world.ts';
import { labelOf } from './label-selector.ts';
import { namespaceOf } from './pods.ts';

const betaClass = 'volume.beta.kubernetes.io/storage-class';

/** The claim a volume stands for, by name; undefined where it stands for none. */
export function claimNameOf(volume: Volume, pod: Pod): string | undefined {
  if (volume.persistentVolumeClaim !== undefined) return volume.persistentVolumeClaim.claimName;
  return volume.ephemeral === undefined ? undefined : `${pod.metadata.name}-${volume.name}`;
}

/** Claims named by the pod's spec, without those made for the pod itself. */
export function namedClaims(pod: Pod): readonly string[] {
  return (pod.spec.volumes ?? []).flatMap((volume) => volume.persistentVolumeClaim?.claimName ?? []);
}

export function claimOf(objects: WorldObjects, namespace: string, name: string): PersistentVolumeClaim | undefined {
  return objects.persistentVolumeClaims?.find((one) => one.metadata.name === name && namespaceOf(one) === namespace);
}

export function volumeOf(objects: WorldObjects, name: string): PersistentVolume | undefined {
  return objects.persistentVolumes?.find((one) => one.metadata.name === name);
}

export function classOf(objects: WorldObjects, name: string): StorageClass | undefined {
  return objects.storageClasses?.find((one) => one.metadata.name === name);
}

export function csiNodeOf(objects: WorldObjects, name: string): CSINode | undefined {
  return objects.csiNodes?.find((one) => one.metadata.name === name);
}

/** Empty where neither the old annotation nor the spec names one. */
export function classNameOf(object: PersistentVolumeClaim | PersistentVolume): string {
  return labelOf(object.metadata.annotations, betaClass) ?? object.spec.storageClassName ?? '';
}

/** What is wrong with a claim made for a pod, which is then not that pod's. */
export function foreignClaim(pod: Pod, claim: PersistentVolumeClaim): string | undefined {
  const controller = claim.metadata.ownerReferences?.find((owner) => owner.controller === true);
  if (controller?.uid === pod.metadata.uid) return undefined;
  const [of, by] = [claim, pod].map((one) => `${namespaceOf(one)}/${one.metadata.name}`);
  return `PVC ${of} was not created for pod ${by} (pod is not owner)`;
}

export const notFound = {
  claim: (name: string): string => `persistentvolumeclaim "${name}" not found`,
  volume: (name: string): string => `persistentvolume "${name}" not found`,
  class: (name: string): string => `storageclass.storage.k8s.io "${name}" not found`,
} as const;

import type { Pod } from '#api/kubernetes/pod.ts';
import type { PersistentVolumeClaim } from '#api/kubernetes/storage.ts';
import type { PodClaims } from './find-volumes.ts';
import { labelOf } from './label-selector.ts';
import { failure, type No, type Probe, unresolvable } from './plugin.ts';
import { namespaceOf } from './pods.ts';
import { claimNameOf, claimOf, classNameOf, classOf, foreignClaim, notFound } from './volumes.ts';

/** The pod's claims, bound and waiting for a node; none may be in any other state. */
export function claimsOf(probe: Probe): PodClaims | No {
  const { pod, objects } = probe;
  const claims: PersistentVolumeClaim[] = [];
  for (const volume of pod.spec.volumes ?? []) {
    const name = claimNameOf(volume, pod);
    if (name === undefined) continue;
    const claim = claimOf(objects, namespaceOf(pod), name);
    const complaint = complaintOf(claim, name, pod, volume.ephemeral !== undefined);
    if (complaint !== undefined) return unresolvable(complaint);
    claims.push(claim!);
  }
  const bound = claims.filter(isBound);
  const unbound = claims.filter((claim) => !isBound(claim));
  const modeless = unbound
    .map((claim) => classOf(objects, classNameOf(claim)))
    .find((one) => one && !one.volumeBindingMode);
  if (modeless) return failure(`VolumeBindingMode not set for StorageClass "${modeless.metadata.name}"`);
  const waiting = unbound.filter((claim) => waitsForNode(claim, probe));
  if (waiting.length < unbound.length) return unresolvable('pod has unbound immediate PersistentVolumeClaims');
  return { bound, waiting };
}

function complaintOf(
  claim: PersistentVolumeClaim | undefined,
  name: string,
  pod: Pod,
  isMadeForPod: boolean,
): string | undefined {
  if (claim === undefined) {
    return isMadeForPod
      ? `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`
      : notFound.claim(name);
  }
  if (claim.status?.phase === 'Lost') {
    return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${claim.spec.volumeName ?? ''}"`;
  }
  if (claim.metadata.deletionTimestamp !== undefined) return `persistentvolumeclaim "${name}" is being deleted`;
  return isMadeForPod ? foreignClaim(pod, claim) : undefined;
}

function isBound({ metadata, spec }: PersistentVolumeClaim): boolean {
  return Boolean(spec.volumeName) && labelOf(metadata.annotations, 'pv.kubernetes.io/bind-completed') !== undefined;
}

function waitsForNode(claim: PersistentVolumeClaim, { objects }: Probe): boolean {
  return !claim.spec.volumeName && classOf(objects, classNameOf(claim))?.volumeBindingMode === 'WaitForFirstConsumer';
}

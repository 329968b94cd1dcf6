import type { PersistentVolumeClaim } from '#api/kubernetes/storage.ts';
import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import {
  annotation,
  claimNameOf,
  claimNotFound,
  classNameOf,
  classOf,
  foreignClaim,
  type PodName,
  podNameOf,
} from './pod-volumes.ts';

/** A pod's claims: bound, or waiting for a node to be bound where the pod will be. */
export interface PodClaims {
  readonly bound: readonly PersistentVolumeClaim[];
  readonly waiting: readonly PersistentVolumeClaim[];
}

/** Why a pod cannot be placed at all yet; an error is a fault of what is written, not of the moment. */
export interface ClaimComplaint {
  readonly code: 'UnschedulableAndUnresolvable' | 'Error';
  readonly reason: string;
}

const notYet = (reason: string): ClaimComplaint => ({ code: 'UnschedulableAndUnresolvable', reason });

/** The claims of a pod that comes, or the first thing wrong with them. */
export function claimsOf({ pod, shape: { namespace } }: ComingPod, view: ClusterView): PodClaims | ClaimComplaint {
  const claims: PersistentVolumeClaim[] = [];
  for (const volume of pod.spec.volumes ?? []) {
    const name = claimNameOf(volume, pod.metadata.name);
    if (name === undefined) continue;
    const claim = view.object('PersistentVolumeClaim', `${namespace}/${name}`);
    const reason = complaintOf(claim, name, volume.ephemeral === undefined ? undefined : podNameOf(pod, namespace));
    if (reason !== undefined) return notYet(reason);
    claims.push(claim!);
  }
  return sorted(claims, view);
}

/** `owner` is the pod that the claim was to be made for. */
function complaintOf(
  claim: PersistentVolumeClaim | undefined,
  name: string,
  owner: PodName | undefined,
): string | undefined {
  if (claim === undefined && owner !== undefined) {
    return `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`;
  }
  if (claim === undefined) return claimNotFound(name);
  if (claim.status?.phase === 'Lost') {
    return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${claim.spec.volumeName ?? ''}"`;
  }
  if (claim.metadata.deletionTimestamp !== undefined) return `persistentvolumeclaim "${name}" is being deleted`;
  return owner === undefined ? undefined : foreignClaim(owner, claim);
}

function sorted(claims: readonly PersistentVolumeClaim[], view: ClusterView): PodClaims | ClaimComplaint {
  const bound = claims.filter(isBound);
  const unbound = claims.filter((claim) => !isBound(claim));
  const modeless = unbound.find((claim) => {
    const storageClass = classOf(claim, view);
    return storageClass !== undefined && (storageClass.volumeBindingMode ?? '') === '';
  });
  if (modeless !== undefined) {
    return { code: 'Error', reason: `VolumeBindingMode not set for StorageClass "${classNameOf(modeless)}"` };
  }
  if (unbound.every((claim) => waitsForNode(claim, view))) return { bound, waiting: unbound };
  return notYet('pod has unbound immediate PersistentVolumeClaims');
}

function isBound({ metadata, spec: { volumeName = '' } }: PersistentVolumeClaim): boolean {
  return volumeName !== '' && annotation(metadata, 'pv.kubernetes.io/bind-completed') !== undefined;
}

function waitsForNode(claim: PersistentVolumeClaim, view: ClusterView): boolean {
  return (claim.spec.volumeName ?? '') === '' && classOf(claim, view)?.volumeBindingMode === 'WaitForFirstConsumer';
}

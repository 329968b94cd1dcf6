import type { PersistentVolumeClaim } from '#api/kubernetes/storage.ts';
import type { Volume } from '#api/kubernetes/volume.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { PodName } from './pod-volumes.ts';
import { claimNameOf, classOf, foreignClaim } from './pod-volumes.ts';
import { driverOfProvisioner, inlineHandle, migratedHandle, type VolumeHandle } from './migrated-volumes.ts';

/** Driver by the name of a volume, which is the same for all that use it. */
export type Attached = Map<string, string>;

/** Notes what a pod attaches; what it names and is not there counts for nothing. The first of its claims that are another pod's, if any. */
export function attachedBy(
  pod: PodName,
  volumes: readonly Volume[],
  hasCsiNode: boolean,
  view: ClusterView,
  to: Attached,
): string | undefined {
  for (const volume of volumes) {
    const name = claimNameOf(volume, pod.name);
    const claim = name === undefined ? undefined : view.object('PersistentVolumeClaim', `${pod.namespace}/${name}`);
    const foreign = claim === undefined || volume.ephemeral === undefined ? undefined : foreignClaim(pod, claim);
    if (foreign !== undefined) return foreign;
    if (claim !== undefined) note(to, handleOfClaim(claim, hasCsiNode, view));
    else if (name === undefined && hasCsiNode) note(to, inlineHandle(volume));
  }
  return undefined;
}

function note(attached: Attached, handle: VolumeHandle | undefined): void {
  if (handle !== undefined) attached.set(`${handle.driver}/${handle.handle}`, handle.driver);
}

/** By the volume the claim has, or else by the class that would make one. Built-in kinds count where a CSINode is. */
function handleOfClaim(claim: PersistentVolumeClaim, hasCsiNode: boolean, view: ClusterView): VolumeHandle | undefined {
  const { volumeName = '' } = claim.spec;
  const volume = volumeName === '' ? undefined : view.object('PersistentVolume', volumeName);
  if (volume === undefined) return handleByClass(claim, hasCsiNode, view);
  const { csi } = volume.spec;
  if (csi === undefined) return hasCsiNode ? migratedHandle(volume) : undefined;
  return csi.driver === '' || csi.volumeHandle === '' ? undefined : { driver: csi.driver, handle: csi.volumeHandle };
}

function handleByClass(claim: PersistentVolumeClaim, hasCsiNode: boolean, view: ClusterView): VolumeHandle | undefined {
  const provisioner = classOf(claim, view)?.provisioner ?? '';
  const migrated = driverOfProvisioner(provisioner);
  if (provisioner === '' || (migrated !== undefined && !hasCsiNode)) return undefined;
  // like no handle that a driver gives
  return { driver: migrated ?? provisioner, handle: `unbound ${claim.metadata.namespace}/${claim.metadata.name}` };
}

/** What is still attached to each node, whoever used it, by the node's name. */
export function attachments(view: ClusterView): ReadonlyMap<string, Attached> {
  const byNode = new Map<string, Attached>();
  for (const { spec } of view.objects('VolumeAttachment')) {
    const { attacher, nodeName, source } = spec;
    const csi = view.object('PersistentVolume', source.persistentVolumeName ?? '')?.spec.csi;
    if (csi === undefined || attacher === '') continue;
    const attached = byNode.get(nodeName) ?? new Map<string, string>();
    byNode.set(nodeName, attached.set(`${attacher}/${csi.volumeHandle}`, attacher));
  }
  return byNode;
}

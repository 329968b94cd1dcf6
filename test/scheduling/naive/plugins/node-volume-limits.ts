import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { CSINode, PersistentVolumeClaim } from '#api/kubernetes/storage.ts';
import { driverOfProvisioner, type Handle, inlineHandle, isMigratable, migratedHandle } from '../migrated-volume.ts';
import {
  type Answer,
  type FilterPlan,
  failure,
  type NaivePlugin,
  type No,
  type Probe,
  skip,
  unresolvable,
  unschedulable,
} from '../plugin.ts';
import { namespaceOf, podsOn } from '../pods.ts';
import { claimNameOf, claimOf, classNameOf, classOf, csiNodeOf, foreignClaim, notFound, volumeOf } from '../volumes.ts';

/** A driver can attach so many volumes to a node and no more. */
export const nodeVolumeLimits: NaivePlugin = { name: 'NodeVolumeLimits', planFilter };

/** Driver by the name of a volume that is the same for all that use it. */
type Attached = ReadonlyMap<string, string>;

function planFilter(probe: Probe): FilterPlan {
  const { pod } = probe;
  const countable = (pod.spec.volumes ?? []).some(
    (volume) => claimNameOf(volume, pod) !== undefined || isMigratable(volume),
  );
  return countable ? { kind: 'judges', judge: (node, nominated) => judge(node, nominated, probe) } : skip;
}

function judge(node: Node, nominated: readonly Pod[], probe: Probe): Answer {
  const csiNode = csiNodeOf(probe.objects, node.metadata.name);
  const wanted = volumesOf(probe.pod, csiNode, probe, true);
  if ('code' in wanted) return wanted;
  const missing = [...wanted.values()].find((driver) => isMissing(driver, csiNode, probe));
  if (missing !== undefined) return unschedulable(`${missing} CSI driver is not installed on the node`);
  const limits = limitsOf(csiNode);
  if (wanted.size === 0 || limits.size === 0) return undefined;
  const used = new Map<string, string>();
  for (const other of [...podsOn(probe.objects, node), ...nominated]) {
    const volumes = volumesOf(other, csiNode, probe, false);
    if ('code' in volumes) return volumes;
    for (const [name, driver] of volumes) used.set(name, driver);
  }
  return exceeds(wanted, used, attachedTo(node, probe), limits)
    ? unschedulable('node(s) exceed max volume count')
    : undefined;
}

function exceeds(wanted: Attached, used: Attached, attached: Attached, limits: ReadonlyMap<string, number>): boolean {
  // a wanted volume that is attached but used by no pod counts twice, as in kube-scheduler
  const present = new Map([...attached, ...used]);
  const added = new Map([...wanted].filter(([name]) => !used.has(name)));
  const count = (volumes: Attached, driver: string): number =>
    [...volumes.values()].filter((one) => one === driver).length;
  return [...new Set(added.values())].some((driver) => {
    const limit = limits.get(driver);
    return limit !== undefined && count(present, driver) + count(added, driver) > limit;
  });
}

function limitsOf(csiNode: CSINode | undefined): ReadonlyMap<string, number> {
  const limits = new Map<string, number>();
  for (const { name, allocatable } of csiNode?.spec.drivers ?? []) {
    if (allocatable?.count !== undefined) limits.set(name, allocatable.count);
  }
  return limits;
}

/** Whether the driver asks that pods wait for it, and the node does not have it. */
function isMissing(driver: string, csiNode: CSINode | undefined, { objects, dialect }: Probe): boolean {
  const asks = objects.csiDrivers?.find((one) => one.metadata.name === driver)?.spec?.preventPodSchedulingIfMissing;
  if (!dialect.driverMayBeRequired || asks !== true) return false;
  return !(csiNode?.spec.drivers ?? []).some((one) => one.name === driver);
}

function volumesOf(pod: Pod, csiNode: CSINode | undefined, probe: Probe, mustExist: boolean): Attached | No {
  const found = new Map<string, string>();
  for (const volume of pod.spec.volumes ?? []) {
    const claimName = claimNameOf(volume, pod);
    const claim = claimName === undefined ? undefined : claimOf(probe.objects, namespaceOf(pod), claimName);
    if (claimName !== undefined && claim === undefined) {
      if (!mustExist) continue;
      return unresolvable(`looking up PVC ${namespaceOf(pod)}/${claimName}: ${notFound.claim(claimName)}`);
    }
    const foreign = claim && volume.ephemeral !== undefined ? foreignClaim(pod, claim) : undefined;
    if (foreign !== undefined) return failure(foreign);
    const handle = claim ? handleOfClaim(claim, csiNode, probe) : csiNode && inlineHandle(volume);
    if (handle) found.set(`${handle.driver}/${handle.handle}`, handle.driver);
  }
  return found;
}

/** By the volume the claim has, or else by the class that would make one. */
function handleOfClaim(claim: PersistentVolumeClaim, csiNode: CSINode | undefined, probe: Probe): Handle | undefined {
  const volume = claim.spec.volumeName ? volumeOf(probe.objects, claim.spec.volumeName) : undefined;
  if (volume === undefined) return handleByClass(claim, csiNode, probe);
  const { csi } = volume.spec;
  if (csi !== undefined) {
    return csi.driver && csi.volumeHandle ? { driver: csi.driver, handle: csi.volumeHandle } : undefined;
  }
  return csiNode && migratedHandle(volume);
}

function handleByClass(claim: PersistentVolumeClaim, csiNode: CSINode | undefined, probe: Probe): Handle | undefined {
  const provisioner = classOf(probe.objects, classNameOf(claim))?.provisioner ?? '';
  const migrated = driverOfProvisioner(provisioner);
  if (provisioner === '' || (migrated !== undefined && csiNode === undefined)) return undefined;
  // like no handle that a driver gives
  return { driver: migrated ?? provisioner, handle: `unbound ${namespaceOf(claim)}/${claim.metadata.name}` };
}

/** What is still attached to the node, whoever used it. */
function attachedTo(node: Node, { objects }: Probe): Attached {
  const found = new Map<string, string>();
  for (const { spec } of objects.volumeAttachments ?? []) {
    if (spec.nodeName !== node.metadata.name || !spec.attacher) continue;
    const name = spec.source.persistentVolumeName;
    const csi = name === undefined ? undefined : volumeOf(objects, name)?.spec.csi;
    if (csi !== undefined) found.set(`${spec.attacher}/${csi.volumeHandle}`, spec.attacher);
  }
  return found;
}

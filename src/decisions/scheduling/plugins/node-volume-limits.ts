import type { CSINode, PersistentVolumeClaim } from '#api/kubernetes/storage.ts';
import type { Volume } from '#api/kubernetes/volume.ts';
import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import type { ClusterFilter, FilterStep } from '../framework.ts';
import {
  driverOfProvisioner,
  inlineHandle,
  isMigratable,
  migratedHandle,
  type VolumeHandle,
} from '../migrated-volumes.ts';
import { claimNameOf, claimNotFound, classOf, foreignClaim } from '../pod-volumes.ts';
import { OK, type Pen } from '../verdict-book.ts';

/** Driver by the name of a volume, which is the same for all that use it. */
type Attached = Map<string, string>;

const note = (attached: Attached, handle: VolumeHandle | undefined): void => {
  if (handle !== undefined) attached.set(`${handle.driver}/${handle.handle}`, handle.driver);
};

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

interface VolumesOf {
  readonly name: string;
  readonly namespace: string;
  readonly volumes: readonly Volume[];
}

/** What a pod attaches. What it names and is not there counts for nothing. */
function attachedBy(
  { name, namespace, volumes }: VolumesOf,
  hasCsiNode: boolean,
  view: ClusterView,
  to: Attached,
): void {
  for (const volume of volumes) {
    const claimName = claimNameOf(volume, name);
    const claim =
      claimName === undefined ? undefined : view.object('PersistentVolumeClaim', `${namespace}/${claimName}`);
    if (claim !== undefined) note(to, handleOfClaim(claim, hasCsiNode, view));
    else if (claimName === undefined && hasCsiNode) note(to, inlineHandle(volume));
  }
}

/** What is wrong with a claim of a pod that comes, as a verdict. */
function complaint({ pod, shape }: ComingPod, view: ClusterView, pen: Pen): number {
  const { namespace } = shape;
  for (const volume of pod.spec.volumes ?? []) {
    const name = claimNameOf(volume, pod.metadata.name);
    if (name === undefined) continue;
    const claim = view.object('PersistentVolumeClaim', `${namespace}/${name}`);
    if (claim === undefined) {
      return pen.refuse('UnschedulableAndUnresolvable', `looking up PVC ${namespace}/${name}: ${claimNotFound(name)}`);
    }
    const foreign = volume.ephemeral === undefined ? undefined : foreignClaim(pod, claim);
    if (foreign !== undefined) return pen.refuse('Error', foreign);
  }
  return OK;
}

const ofPlaced = ({ name, namespace, shape }: PlacedPod): VolumesOf => ({
  name,
  namespace,
  volumes: shape.spec.volumes ?? [],
});

/** What is still attached to each node, whoever used it, by the node's name. */
function attachments(view: ClusterView): ReadonlyMap<string, Attached> {
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

const countOf = (attached: Iterable<string>, driver: string): number =>
  [...attached].filter((one) => one === driver).length;

const limitOf = (csiNode: CSINode | undefined, driver: string): number =>
  csiNode?.spec.drivers?.find(({ name }) => name === driver)?.allocatable?.count ?? Infinity;

/** A driver attaches so many volumes to a node and no more. */
export const nodeVolumeLimits: ClusterFilter = {
  name: 'NodeVolumeLimits',
  reach: 'cluster',
  prepare({ shape: { spec } }, _view, pen) {
    const counts = (spec.volumes ?? []).some((volume) => claimNameOf(volume, '') !== undefined || isMigratable(volume));
    if (!counts) return undefined;
    const tooMany = pen.refuse('Unschedulable', 'node(s) exceed max volume count');
    return (coming, view): FilterStep => {
      const wrong = complaint(coming, view, pen);
      const own = { name: coming.pod.metadata.name, namespace: coming.shape.namespace, volumes: spec.volumes ?? [] };
      const wantedBy = [false, true].map((hasCsiNode) => {
        const wanted: Attached = new Map();
        attachedBy(own, hasCsiNode, view, wanted);
        return wanted;
      });
      let attached: ReadonlyMap<string, Attached> | undefined;
      const judgeRow = (row: number): number => {
        const name = view.nodes.nameOf(row);
        const csiNode = view.object('CSINode', name);
        const wanted = wantedBy[csiNode === undefined ? 0 : 1]!;
        const missing = [...wanted.values()].find((driver) => isMissing(driver, csiNode, view));
        if (missing !== undefined)
          return pen.refuse('Unschedulable', `${missing} CSI driver is not installed on the node`);
        const limited = [...new Set(wanted.values())].filter((driver) => limitOf(csiNode, driver) < Infinity);
        if (limited.length === 0) return OK;
        const used: Attached = new Map();
        for (const pod of view.podsOn(row)) attachedBy(ofPlaced(pod), true, view, used);
        attached ??= attachments(view);
        // one that is attached still and used by no pod counts twice, as upstream
        const present = new Map([...(attached.get(name) ?? []), ...used]);
        const added = new Map([...wanted].filter(([volume]) => !used.has(volume)));
        const exceeds = limited.some((driver) => {
          const more = countOf(added.values(), driver);
          return more > 0 && countOf(present.values(), driver) + more > limitOf(csiNode, driver);
        });
        return exceeds ? tooMany : OK;
      };
      return {
        kind: 'judge',
        judge({ list, count }, verdicts) {
          for (let at = 0; at < count; at++) verdicts[list[at]!] = wrong === OK ? judgeRow(list[at]!) : wrong;
        },
      };
    };
  },
};

/** Whether a driver asks that pods wait for it, and the node does not have it. */
function isMissing(driver: string, csiNode: CSINode | undefined, view: ClusterView): boolean {
  if (!view.dialect.wantsDrivers) return false;
  if (view.object('CSIDriver', driver)?.spec?.preventPodSchedulingIfMissing !== true) return false;
  return !(csiNode?.spec.drivers ?? []).some(({ name }) => name === driver);
}

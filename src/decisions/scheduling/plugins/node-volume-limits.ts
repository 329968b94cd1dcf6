import type { CSINode } from '#api/kubernetes/storage.ts';
import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import { type Attached, attachedBy, attachments } from '#decisions/scheduling/volumes/attached-volumes.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import type { ClusterFilter, FilterStep } from '../framework.ts';
import { isMigratable } from '#decisions/scheduling/volumes/migrated-volumes.ts';
import { claimNameOf, claimNotFound, podNameOf } from '#decisions/scheduling/volumes/pod-volumes.ts';
import { OK, type Pen } from '../verdict-book.ts';

/** The first of a pod's claims that is not there, as a verdict; OK where all are. */
function missingClaim({ pod, shape: { namespace } }: ComingPod, view: ClusterView, pen: Pen): number {
  for (const volume of pod.spec.volumes ?? []) {
    const name = claimNameOf(volume, pod.metadata.name);
    if (name === undefined || view.object('PersistentVolumeClaim', `${namespace}/${name}`) !== undefined) continue;
    return pen.refuse('UnschedulableAndUnresolvable', `looking up PVC ${namespace}/${name}: ${claimNotFound(name)}`);
  }
  return OK;
}

const countOf = (attached: Iterable<string>, driver: string): number =>
  [...attached].filter((one) => one === driver).length;

/** Undefined where the driver says none: it attaches as many as anybody wants. */
const limitOf = (csiNode: CSINode | undefined, driver: string): number | undefined =>
  csiNode?.spec.drivers?.find(({ name }) => name === driver)?.allocatable?.count;

/** Whether a driver asks that pods wait for it, and the node does not have it. */
function isMissing(driver: string, csiNode: CSINode | undefined, view: ClusterView): boolean {
  if (!view.dialect.wantsDrivers) return false;
  if (view.object('CSIDriver', driver)?.spec?.preventPodSchedulingIfMissing !== true) return false;
  return !(csiNode?.spec.drivers ?? []).some(({ name }) => name === driver);
}

/** One that is attached still and used by no pod counts twice if it is wanted, as upstream. */
function exceeds(
  wanted: Attached,
  used: Attached,
  attached: Attached | undefined,
  csiNode: CSINode | undefined,
): boolean {
  const present = new Map([...(attached ?? []), ...used]);
  const added = [...wanted].filter(([volume]) => !used.has(volume)).map(([, driver]) => driver);
  return [...new Set(added)].some((driver) => {
    const limit = limitOf(csiNode, driver);
    return limit !== undefined && countOf(present.values(), driver) + countOf(added, driver) > limit;
  });
}

/** Of all the node's drivers; Infinity where none says any. */
const lowestLimit = (csiNode: CSINode | undefined): number =>
  (csiNode?.spec.drivers ?? []).reduce(
    (least, { allocatable }) => Math.min(least, allocatable?.count ?? Infinity),
    Infinity,
  );

/** Whether no driver could be at its limit if every volume counted for it; claims made for a pod alone must be looked at for whose they are. */
function isFarFrom(limit: number, more: number, pods: readonly PlacedPod[]): boolean {
  let most = more;
  for (const { shape } of pods) {
    for (const { ephemeral } of shape.spec.volumes ?? []) {
      if (ephemeral !== undefined) return false;
      most += 1;
    }
    if (most > limit) return false;
  }
  return most <= limit;
}

interface Wanted {
  readonly volumes: Attached;
  readonly foreign: string | undefined;
}

function wantedBy({ pod, shape }: ComingPod, hasCsiNode: boolean, view: ClusterView): Wanted {
  const volumes: Attached = new Map();
  const name = podNameOf(pod, shape.namespace);
  return { foreign: attachedBy(name, pod.spec.volumes ?? [], hasCsiNode, view, volumes), volumes };
}

/** A driver attaches so many volumes to a node and no more. */
export const nodeVolumeLimits: ClusterFilter = {
  name: 'NodeVolumeLimits',
  reach: 'cluster',
  prepare({ shape: { spec } }, _view, pen) {
    const counts = (spec.volumes ?? []).some((volume) => claimNameOf(volume, '') !== undefined || isMigratable(volume));
    if (!counts) return undefined;
    const tooMany = pen.refuse('Unschedulable', 'node(s) exceed max volume count');
    return (coming, view): FilterStep => {
      const missing = missingClaim(coming, view, pen);
      const wantedWithout = wantedBy(coming, false, view);
      const wantedWith = wantedBy(coming, true, view);
      let attached: ReadonlyMap<string, Attached> | undefined;
      const judgeRow = (row: number): number => {
        const name = view.nodes.nameOf(row);
        const csiNode = view.object('CSINode', name);
        const { volumes, foreign } = csiNode === undefined ? wantedWithout : wantedWith;
        if (foreign !== undefined) return pen.refuse('Error', foreign);
        const absent = [...volumes.values()].find((driver) => isMissing(driver, csiNode, view));
        if (absent !== undefined)
          return pen.refuse('Unschedulable', `${absent} CSI driver is not installed on the node`);
        const limit = lowestLimit(csiNode);
        if (volumes.size === 0 || limit === Infinity) return OK;
        attached ??= attachments(view);
        if (isFarFrom(limit, volumes.size + (attached.get(name)?.size ?? 0), view.podsOn(row))) return OK;
        const used: Attached = new Map();
        for (const pod of view.podsOn(row)) {
          const wrong = attachedBy(pod, pod.shape.spec.volumes ?? [], true, view, used);
          if (wrong !== undefined) return pen.refuse('Error', wrong);
        }
        return exceeds(volumes, used, attached.get(name), csiNode) ? tooMany : OK;
      };
      return {
        kind: 'judge',
        judge({ list, count }, verdicts) {
          for (let at = 0; at < count; at++) verdicts[list[at]!] = missing === OK ? judgeRow(list[at]!) : missing;
        },
      };
    };
  },
};

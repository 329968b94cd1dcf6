import type { PodSpec } from '#api/kubernetes/pod.ts';
import type { Volume } from '#api/kubernetes/volume.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { type ClusterFilter, type FilterStep, SKIP } from '../framework.ts';
import { claimNotFound, namedClaims } from '#decisions/scheduling/volumes/pod-volumes.ts';
import { OK } from '../verdict-book.ts';

const isDisk = ({ gcePersistentDisk, awsElasticBlockStore, iscsi, rbd }: Volume): boolean =>
  [gcePersistentDisk, awsElasticBlockStore, iscsi, rbd].some((source) => source !== undefined);

interface Readable {
  readonly readOnly?: boolean;
}

const bothRead = (one: Readable, other: Readable): boolean => one.readOnly === true && other.readOnly === true;

function sameImage(one: NonNullable<Volume['rbd']>, other: NonNullable<Volume['rbd']>): boolean {
  const { pool = '', image, monitors } = one;
  return pool === (other.pool ?? '') && image === other.image && monitors.some((each) => other.monitors.includes(each));
}

/** Whether both are one disk, and not one that both only read. */
function clash(one: Volume, other: Volume): boolean {
  const { gcePersistentDisk: gce, awsElasticBlockStore: ebs, iscsi, rbd } = one;
  const { gcePersistentDisk: otherGce, awsElasticBlockStore: otherEbs, iscsi: otherIscsi, rbd: otherRbd } = other;
  if (gce !== undefined && otherGce !== undefined && gce.pdName === otherGce.pdName && !bothRead(gce, otherGce))
    return true;
  if (ebs !== undefined && otherEbs !== undefined && ebs.volumeID === otherEbs.volumeID) return true;
  if (iscsi !== undefined && otherIscsi !== undefined && iscsi.iqn === otherIscsi.iqn && !bothRead(iscsi, otherIscsi))
    return true;
  return rbd !== undefined && otherRbd !== undefined && sameImage(rbd, otherRbd) && !bothRead(rbd, otherRbd);
}

const hasClash = (disks: readonly Volume[], pods: readonly PlacedPod[]): boolean =>
  pods.some(({ shape }) => (shape.spec.volumes ?? []).some((volume) => disks.some((disk) => clash(disk, volume))));

const mounts = ({ volumes = [] }: PodSpec, claimName: string): boolean =>
  volumes.some(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName === claimName);

/** Keeps off nodes that hold a disk which one node holds once, and off all where a claim for one pod has its pod. */
export const volumeRestrictions: ClusterFilter = {
  name: 'VolumeRestrictions',
  reach: 'cluster',
  prepare({ shape: { spec, namespace } }, _view, pen) {
    const { volumes = [] } = spec;
    const disks = volumes.filter(isDisk);
    const claims = [...new Set(namedClaims(volumes))];
    if (disks.length + claims.length === 0) return undefined;
    const taken = pen.refuse('Unschedulable', 'node(s) had no available disk');
    const inUse = pen.refuse(
      'Unschedulable',
      'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod',
    );
    return (_pod, view): FilterStep => {
      const missing = claims.find((name) => view.object('PersistentVolumeClaim', `${namespace}/${name}`) === undefined);
      if (missing !== undefined) {
        return { kind: 'refuse', verdict: pen.refuse('UnschedulableAndUnresolvable', claimNotFound(missing)) };
      }
      const forOnePod = claims.filter((name) => {
        const { accessModes = [] } = view.object('PersistentVolumeClaim', `${namespace}/${name}`)!.spec;
        return accessModes.includes('ReadWriteOncePod');
      });
      const isHeld = forOnePod.some((name) => view.claimUsers(`${namespace}/${name}`) > 0);
      if (disks.length === 0 && !isHeld) return SKIP;
      const verdictOn = (row: number, held: boolean): number => {
        if (disks.length > 0 && hasClash(disks, view.podsOn(row))) return taken;
        return held ? inUse : OK;
      };
      return {
        kind: 'judge',
        // of nominated pods, upstream looks at the names of claims alone, whatever their namespace
        beside: (rivals, row) =>
          verdictOn(row, isHeld || rivals.some(({ shape }) => forOnePod.some((name) => mounts(shape.spec, name)))),
        judge({ list, count }, verdicts) {
          for (let at = 0; at < count; at++) verdicts[list[at]!] = verdictOn(list[at]!, isHeld);
        },
      };
    };
  },
};

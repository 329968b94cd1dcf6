import type { Pod } from '#api/kubernetes/pod.ts';
import type { Volume } from '#api/kubernetes/volume.ts';
import { type FilterPlan, type NaivePlugin, type Probe, skip, unresolvable, unschedulable } from '../plugin.ts';
import { namespaceOf, placedPods, podsOn } from '../pods.ts';
import { claimOf, namedClaims, notFound } from '../volumes.ts';

/** Disks that one node can hold once, and claims that one pod can hold. */
export const volumeRestrictions: NaivePlugin = { name: 'VolumeRestrictions', planFilter };

function planFilter({ pod, objects }: Probe): FilterPlan {
  const namespace = namespaceOf(pod);
  const missing = namedClaims(pod).find((name) => claimOf(objects, namespace, name) === undefined);
  if (missing !== undefined) return { kind: 'refuses', ...unresolvable(notFound.claim(missing)) };
  const exclusive = new Set(
    namedClaims(pod).filter((name) =>
      claimOf(objects, namespace, name)!.spec.accessModes?.includes('ReadWriteOncePod'),
    ),
  );
  const inUse = [...exclusive].filter((name) => isUsed(objects, namespace, name)).length;
  const disks = (pod.spec.volumes ?? []).filter(isDisk);
  if (disks.length === 0 && inUse === 0) return skip;
  return {
    kind: 'judges',
    judge: (node, nominated) => {
      const volumes = [...podsOn(objects, node), ...nominated].flatMap((other) => other.spec.volumes ?? []);
      if (disks.some((disk) => volumes.some((volume) => clash(disk, volume)))) {
        return unschedulable('node(s) had no available disk');
      }
      // of pods taken for running, claims are compared by name alone, whatever their namespace
      const more = nominated.flatMap(namedClaims).filter((name) => exclusive.has(name)).length;
      return inUse + more > 0
        ? unschedulable(
            'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod',
          )
        : undefined;
    },
  };
}

function isUsed(objects: Probe['objects'], namespace: string, claim: string): boolean {
  return placedPods(objects).some(({ pod }) => namespaceOf(pod) === namespace && namedClaims(pod).includes(claim));
}

function isDisk(volume: Volume): boolean {
  return [volume.gcePersistentDisk, volume.awsElasticBlockStore, volume.iscsi, volume.rbd].some(
    (source) => source !== undefined,
  );
}

/** Whether both are the same disk, and not one that both only read. */
function clash(a: Volume, b: Volume): boolean {
  return (
    (a.gcePersistentDisk !== undefined &&
      a.gcePersistentDisk.pdName === b.gcePersistentDisk?.pdName &&
      !bothRead(a.gcePersistentDisk, b.gcePersistentDisk)) ||
    (a.awsElasticBlockStore !== undefined && a.awsElasticBlockStore.volumeID === b.awsElasticBlockStore?.volumeID) ||
    (a.iscsi !== undefined && a.iscsi.iqn === b.iscsi?.iqn && !bothRead(a.iscsi, b.iscsi)) ||
    (a.rbd !== undefined && b.rbd !== undefined && isSameImage(a.rbd, b.rbd) && !bothRead(a.rbd, b.rbd))
  );
}

function bothRead(a: { readonly readOnly?: boolean }, b: { readonly readOnly?: boolean }): boolean {
  return a.readOnly === true && b.readOnly === true;
}

type Rbd = NonNullable<NonNullable<Pod['spec']['volumes']>[number]['rbd']>;

function isSameImage(a: Rbd, b: Rbd): boolean {
  return (
    (a.pool ?? '') === (b.pool ?? '') &&
    a.image === b.image &&
    a.monitors.some((monitor) => b.monitors.includes(monitor))
  );
}

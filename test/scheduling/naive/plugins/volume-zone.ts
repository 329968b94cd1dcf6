import type { Node } from '#api/kubernetes/node.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '#api/kubernetes/storage.ts';
import { labelOf } from '../label-selector.ts';
import { type FilterPlan, type NaivePlugin, type Probe, skip, unresolvable } from '../plugin.ts';
import { namespaceOf } from '../pods.ts';
import { claimOf, classNameOf, classOf, namedClaims, notFound, volumeOf } from '../volumes.ts';

/** Each key and the key that stands for it today. */
const topologyKeys: Readonly<Record<string, string>> = {
  'failure-domain.beta.kubernetes.io/zone': 'topology.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone': 'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region': 'topology.kubernetes.io/region',
};

interface Demand {
  readonly key: string;
  readonly values: readonly string[];
}

/** Volumes labelled with a zone keep their pods in it. */
export const volumeZone: NaivePlugin = { name: 'VolumeZone', planFilter };

function planFilter({ pod, objects }: Probe): FilterPlan {
  const demands: Demand[] = [];
  for (const name of namedClaims(pod)) {
    const claim = claimOf(objects, namespaceOf(pod), name);
    if (claim === undefined) return { kind: 'refuses', ...unresolvable(complaintOfName(name)) };
    const volume = volumeOf(objects, claim.spec.volumeName ?? '');
    if (volume !== undefined) {
      demands.push(...demandsOf(volume));
      continue;
    }
    const complaint = complaintOf(claim, objects);
    if (complaint !== undefined) return { kind: 'refuses', ...unresolvable(complaint) };
  }
  if (demands.length === 0) return skip;
  return {
    kind: 'judges',
    judge: (node) => (isIn(node, demands) ? undefined : unresolvable('node(s) had no available volume zone')),
  };
}

function complaintOfName(name: string): string {
  return name === '' ? 'PersistentVolumeClaim had no name' : notFound.claim(name);
}

/** What is wrong with a claim without a volume; nothing if it waits for a node. */
function complaintOf(claim: PersistentVolumeClaim, objects: Probe['objects']): string | undefined {
  if (claim.spec.volumeName) return notFound.volume(claim.spec.volumeName);
  const name = classNameOf(claim);
  if (name === '') return 'PersistentVolumeClaim had no pv name and storageClass name';
  const found = classOf(objects, name);
  if (found === undefined) return notFound.class(name);
  if (!found.volumeBindingMode) return `VolumeBindingMode not set for StorageClass "${name}"`;
  return found.volumeBindingMode === 'WaitForFirstConsumer' ? undefined : 'PersistentVolume had no name';
}

function demandsOf({ metadata }: PersistentVolume): readonly Demand[] {
  return Object.keys(topologyKeys).flatMap((key) => {
    const values = labelOf(metadata.labels, key)
      ?.split('__')
      .map((value) => value.trim());
    return values === undefined || values.includes('') ? [] : [{ key, values }];
  });
}

/** A node that says nothing of zones and regions is in all of them. */
function isIn(node: Node, demands: readonly Demand[]): boolean {
  const { labels } = node.metadata;
  if (Object.keys(topologyKeys).every((key) => labelOf(labels, key) === undefined)) return true;
  return demands.every(({ key, values }) => {
    const value = labelOf(labels, key) ?? labelOf(labels, topologyKeys[key]!);
    return value !== undefined && values.includes(value);
  });
}

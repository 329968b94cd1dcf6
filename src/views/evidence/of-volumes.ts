import type { PersistentVolume, PersistentVolumeClaim } from '#api/kubernetes/storage.ts';
import { compileTerm, termMatches } from '#api/node-selector.ts';
import { claimNameOf, classNameOf } from '#decisions/scheduling/volumes/pod-volumes.ts';
import { type AtNode, nodeAt } from './asked.ts';
import type { Evidence } from './evidence.ts';
import { labelText, requirementText } from './words.ts';

/** Where each of the pod's volumes must be, or what each of its claims still waits for. */
export function volumeEvidence(at: AtNode): readonly Evidence[] {
  return claimsOf(at).flatMap((claim) => {
    const volume = at.view.object('PersistentVolume', claim.spec.volumeName ?? '');
    return volume === undefined ? [waiting(claim)] : elsewhere(claim, volume, at);
  });
}

/** Each of the pod's claims that is to be mounted once only, and where it is mounted. */
export function usedClaimEvidence(at: AtNode): readonly Evidence[] {
  return claimsOf(at).flatMap(({ metadata, spec: { accessModes = [] } }) => {
    const users = at.view.claimUsers(`${metadata.namespace}/${metadata.name}`);
    if (users === 0 || !accessModes.includes('ReadWriteOncePod')) return [];
    const text = `claim ${metadata.name} is for one pod alone, and ${users} ${users === 1 ? 'has' : 'have'} it`;
    return [{ text, facts: { claim: metadata.name, users } }];
  });
}

/** How many volumes each driver attaches to the node at most. */
export function volumeLimitEvidence(at: AtNode): readonly Evidence[] {
  const csiNode = at.view.object('CSINode', nodeAt(at).metadata.name);
  return (csiNode?.spec.drivers ?? []).flatMap(({ name: driver, allocatable }) => {
    const limit = allocatable?.count;
    return limit === undefined ? [] : [{ text: `${driver} attaches at most ${limit}`, facts: { driver, limit } }];
  });
}

function claimsOf({ view, pod: { pod, shape } }: AtNode): readonly PersistentVolumeClaim[] {
  const names = (pod.spec.volumes ?? []).flatMap((volume) => claimNameOf(volume, pod.metadata.name) ?? []);
  return [...new Set(names)].flatMap(
    (name) => view.object('PersistentVolumeClaim', `${shape.namespace}/${name}`) ?? [],
  );
}

function waiting(claim: PersistentVolumeClaim): Evidence {
  const { name } = claim.metadata;
  const { accessModes = [], resources } = claim.spec;
  const size = resources?.requests?.['storage'] ?? '';
  const storageClass = classNameOf(claim);
  const wanted = [size, ...accessModes, `class ${storageClass === '' ? '<none>' : storageClass}`].join(' ').trim();
  return { text: `claim ${name} waits for a volume: ${wanted}`, facts: { claim: name, wanted } };
}

const zoneKeys = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

function elsewhere(
  { metadata: { name: claim } }: PersistentVolumeClaim,
  { metadata, spec }: PersistentVolume,
  at: AtNode,
): readonly Evidence[] {
  const node = nodeAt(at);
  const labels = node.metadata.labels ?? {};
  const terms = (spec.nodeAffinity?.required?.nodeSelectorTerms ?? []).map(compileTerm);
  const readable = terms.filter((term) => typeof term !== 'string');
  const needs = readable.some((term) => termMatches(term, { name: node.metadata.name, labels }))
    ? []
    : readable.flatMap((term) => term.requirements);
  const affinity = needs.map((need) => ({ wanted: requirementText(need), key: need.key }));
  const zones = zoneKeys
    .filter((key) => metadata.labels !== undefined && Object.hasOwn(metadata.labels, key))
    .filter((key) => !metadata.labels![key]!.split('__').includes(labels[key] ?? ''))
    .map((key) => ({ wanted: `${key}=${metadata.labels![key]!}`, key }));
  return [...affinity, ...zones].map(({ wanted, key }) => {
    const has = labelText(labels, key);
    return {
      text: `volume ${metadata.name} of claim ${claim} is at ${wanted}: ${has}`,
      facts: { claim, volume: metadata.name, wanted, has },
    };
  });
}

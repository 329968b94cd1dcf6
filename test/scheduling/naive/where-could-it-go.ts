import type { ObjectMeta, StringMap } from '#api/kubernetes/metadata.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { PersistentVolumeClaim } from '#api/kubernetes/storage.ts';
import type { NodeSelectorTerm } from '#api/kubernetes/selectors.ts';
import type { Judgement } from '../judgement.ts';
import type { World, WorldObjects } from '../world.ts';
import { labelOf } from './label-selector.ts';
import { naiveJudge } from './naive-judge.ts';
import { namespaceOf } from './pods.ts';

/** What would become of a running pod if it were evicted. */
export type Destinations =
  /** Nothing would make it anew elsewhere. */
  | { readonly kind: 'stays'; readonly why: 'static' | 'daemon' }
  | {
      readonly kind: 'moves';
      /** While the pod ends; absent where its replacement is not made until it is gone. */
      readonly whileItEnds?: Judgement;
      readonly onceItIsGone: Judgement;
    };

/** Labels that an API server copies from the node when it binds a pod: no template has them. */
const copiedFromNode = new Set(['topology.kubernetes.io/zone', 'topology.kubernetes.io/region']);

/** Judges the pod that its controller would make in its place, at the two instants that matter. */
export function whereCouldItGo(pod: Pod, world: Omit<World, 'probes'>): Destinations {
  if (isStatic(pod)) return { kind: 'stays', why: 'static' };
  if (isDaemon(pod)) return { kind: 'stays', why: 'daemon' };
  const replacement = replacementOf(pod);
  const judge = (objects: WorldObjects): Judgement =>
    naiveJudge({ ...world, objects: withClaimsFor(replacement, objects), probes: [replacement] })[0]!;
  return {
    kind: 'moves',
    ...(!isOfStatefulSet(pod) && { whileItEnds: judge(ending(pod, world.objects)) }),
    onceItIsGone: judge(without(pod, world.objects)),
  };
}

/** The kubelet's own, and not a controller's. */
function isStatic({ metadata }: Pod): boolean {
  return labelOf(metadata.annotations, 'kubernetes.io/config.mirror') !== undefined || ownerKind(metadata) === 'Node';
}

/** Of a DaemonSet, or bound to the name of the node it runs on. */
function isDaemon({ metadata, spec }: Pod): boolean {
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const isPinned = terms.length > 0 && terms.every((term) => namesOnly(term, spec.nodeName));
  return ownerKind(metadata) === 'DaemonSet' || isPinned;
}

function namesOnly(term: NodeSelectorTerm, node: string | undefined): boolean {
  return (term.matchFields ?? []).some(
    ({ key, operator, values = [] }) =>
      key === 'metadata.name' && operator === 'In' && values.length === 1 && values[0] === node,
  );
}

function isOfStatefulSet({ metadata }: Pod): boolean {
  return ownerKind(metadata) === 'StatefulSet';
}

function ownerKind(metadata: ObjectMeta): string | undefined {
  return metadata.ownerReferences?.find((owner) => owner.controller === true)?.kind;
}

/** The same spec, unplaced. Only a StatefulSet gives it the same name. */
function replacementOf(pod: Pod): Pod {
  const { nodeName: _, ...spec } = pod.spec;
  const { resourceVersion: _version, deletionTimestamp: _ending, labels, ...metadata } = pod.metadata;
  return {
    metadata: {
      ...metadata,
      uid: `${metadata.uid}-again`,
      name: isOfStatefulSet(pod) ? metadata.name : `${metadata.name}-again`,
      ...(labels !== undefined && { labels: withoutCopies(labels) }),
    },
    spec,
  };
}

function withoutCopies(labels: StringMap): StringMap {
  return Object.fromEntries(Object.entries(labels).filter(([key]) => !copiedFromNode.has(key)));
}

function ending(pod: Pod, objects: WorldObjects): WorldObjects {
  const metadata = { deletionTimestamp: '2026-01-01T00:00:00Z', ...pod.metadata };
  const ended = { ...pod, metadata };
  return { ...objects, pods: objects.pods.map((other) => (isSame(other, pod) ? ended : other)) };
}

/** The pod, and the claims that were made for it alone, which go with it. */
function without(pod: Pod, objects: WorldObjects): WorldObjects {
  const isItsOwn = ({ metadata }: PersistentVolumeClaim): boolean =>
    metadata.ownerReferences?.some((owner) => owner.controller === true && owner.uid === pod.metadata.uid) ?? false;
  return {
    ...objects,
    pods: objects.pods.filter((other) => !isSame(other, pod)),
    persistentVolumeClaims: (objects.persistentVolumeClaims ?? []).filter((claim) => !isItsOwn(claim)),
  };
}

function isSame(a: Pod, b: Pod): boolean {
  return a.metadata.uid === b.metadata.uid;
}

/** A new claim for each volume that a pod has made for itself: empty, and bound to nothing. */
function withClaimsFor(pod: Pod, objects: WorldObjects): WorldObjects {
  const owner = { apiVersion: 'v1', kind: 'Pod', name: pod.metadata.name, uid: pod.metadata.uid, controller: true };
  const made = (pod.spec.volumes ?? []).flatMap(({ name, ephemeral }): readonly PersistentVolumeClaim[] => {
    if (ephemeral?.volumeClaimTemplate === undefined) return [];
    const { metadata, spec } = ephemeral.volumeClaimTemplate;
    const claim = `${pod.metadata.name}-${name}`;
    const uid = `${pod.metadata.uid}-${name}`;
    const own = { name: claim, namespace: namespaceOf(pod), uid, ownerReferences: [owner] };
    return [{ metadata: { ...metadata, ...own }, spec, status: { phase: 'Pending' } }];
  });
  return { ...objects, persistentVolumeClaims: [...(objects.persistentVolumeClaims ?? []), ...made] };
}

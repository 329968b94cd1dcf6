import type { Quantities } from '#api/kubernetes/metadata.ts';
import type {
  CSIStorageCapacity,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
} from '#api/kubernetes/storage.ts';
import { compileSelector, selects } from '#api/label-selector.ts';
import type { NodeSelector } from '#api/kubernetes/selectors.ts';
import { compareQuantities, isBadQuantity, type Quantity, readQuantity, zeroQuantity } from '#api/quantity.ts';
import { readRequirement } from '#api/requirement.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import { migratedAffinity } from './migrated-volumes.ts';
import { labelSelectorMatcher, type NodeMatcher, requirementsMatcher } from '#decisions/scheduling/node-matcher.ts';
import type { PodClaims } from './pod-claims.ts';
import { annotation, classNameOf, classOf } from './pod-volumes.ts';

interface Chosen {
  readonly claim: PersistentVolumeClaim;
  readonly volume: PersistentVolume;
}

interface Provisioned {
  readonly claim: PersistentVolumeClaim;
  /** What the driver says it has left, where it says so. */
  readonly capacity: CSIStorageCapacity | undefined;
}

/** What a node has for a pod's claims. */
export type Found =
  | { readonly kind: 'found'; readonly chosen: readonly Chosen[]; readonly provisioned: readonly Provisioned[] }
  | { readonly kind: 'missing'; readonly reasons: readonly string[] }
  | { readonly kind: 'error'; readonly why: string };

const elsewhere = "node(s) didn't match PersistentVolume's node affinity";
const noVolume = "node(s) didn't find available persistent volumes to bind";
const noSpace = 'node(s) did not have enough free storage';
const gone = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';

/** An amount of storage; what is no quantity is none. */
export function storageOf(quantities: Quantities | undefined): Quantity {
  const text = quantities?.['storage'];
  return text === undefined ? zeroQuantity : sizeOf(text);
}

function sizeOf(text: string): Quantity {
  const read = readQuantity(text);
  return isBadQuantity(read) ? zeroQuantity : read;
}

/** Looks for the volumes of a pod's claims, node by node; what is common to all nodes is worked out once. */
export function volumeFinder({ bound, waiting }: PodClaims, view: ClusterView): (row: number) => Found {
  const boundHere = bound.map((claim) => {
    const volume = view.object('PersistentVolume', claim.spec.volumeName!);
    return volume === undefined ? undefined : affinityMatcher(volume, view);
  });
  const placeWaiting = waitingFinder(waiting, view);
  // upstream's order: bound elsewhere first, volumes that are gone last
  return (row) => {
    const stop = firstStop(boundHere, row);
    if (stop === 'untranslatable') return { kind: 'error', why: 'could not translate pv' };
    const found = placeWaiting(row);
    if (found.kind === 'error') return found;
    const reasons = [
      ...(stop === 'elsewhere' ? [elsewhere] : []),
      ...(found.kind === 'missing' ? found.reasons : []),
      ...(stop === 'gone' ? [gone] : []),
    ];
    return reasons.length > 0 ? { kind: 'missing', reasons } : found;
  };
}

/** Where a bound volume stands to a node. */
type Standing = 'here' | 'elsewhere' | 'gone' | 'untranslatable';

/** The first bound claim that cannot be used here ends the search. */
function firstStop(
  boundHere: readonly (BoundMatcher | undefined)[],
  row: number,
): Exclude<Standing, 'here'> | undefined {
  for (const standingOn of boundHere) {
    const standing = standingOn === undefined ? 'gone' : standingOn(row);
    if (standing !== 'here') return standing;
  }
  return undefined;
}

type BoundMatcher = (row: number) => Standing;

/** Where a volume can be used: by its affinity, in its driver's terms on nodes that say so. */
function affinityMatcher(volume: PersistentVolume, view: ClusterView): BoundMatcher {
  const plain = standingBy(volume.spec.nodeAffinity?.required, view);
  const migrated = migratedAffinity(volume);
  if (migrated === undefined) return plain;
  const translated: BoundMatcher =
    migrated.required === 'untranslatable' ? () => 'untranslatable' : standingBy(migrated.required, view);
  return (row) => {
    const csiNode = view.object('CSINode', view.nodes.nameOf(row));
    const plugins = csiNode && annotation(csiNode.metadata, 'storage.alpha.kubernetes.io/migrated-plugins');
    return (plugins?.split(',').includes(migrated.plugin) === true ? translated : plain)(row);
  };
}

function standingBy(required: NodeSelector | undefined, view: ClusterView): BoundMatcher {
  if (required === undefined) return () => 'here';
  const isHere = labelSelectorMatcher(required, view);
  return (row) => (isHere(row) ? 'here' : 'elsewhere');
}

/** A waiting claim, with everything that could serve it. */
interface Seeker {
  readonly claim: PersistentVolumeClaim;
  /** The node that was chosen for it already. */
  readonly selectedNode: string | undefined;
  /** Volumes it could have, the smallest first. */
  readonly candidates: readonly Candidate[];
  /** A volume that is kept for it: that one or none. */
  readonly reserved: Candidate | undefined;
  readonly provision: (row: number) => Provisioned | string | { readonly why: string };
}

interface Candidate {
  readonly volume: PersistentVolume;
  readonly isHere: NodeMatcher;
}

function waitingFinder(waiting: readonly PersistentVolumeClaim[], view: ClusterView): (row: number) => Found {
  const seekers = waiting.map((claim) => seekerOf(claim, view));
  const size = ({ claim }: Seeker): Quantity => storageOf(claim.spec.resources?.requests);
  const free = seekers
    .filter(({ selectedNode }) => selectedNode === undefined)
    .toSorted((a, b) => compareQuantities(size(a), size(b)));
  const settled = seekers.filter(({ selectedNode }) => selectedNode !== undefined);
  return (row) => {
    const name = view.nodes.nameOf(row);
    if (settled.some(({ selectedNode }) => selectedNode !== name)) return { kind: 'missing', reasons: [noVolume] };
    const chosen: Chosen[] = [];
    const left: Seeker[] = [];
    for (const seeker of free) {
      const volume = volumeFor(seeker, chosen, row);
      if (volume === undefined) left.push(seeker);
      else chosen.push({ claim: seeker.claim, volume });
    }
    return provisionAll([...settled, ...left], chosen, row);
  };
}

function volumeFor(
  { reserved, candidates }: Seeker,
  chosen: readonly Chosen[],
  row: number,
): PersistentVolume | undefined {
  const isFree = ({ volume }: Candidate): boolean => chosen.every((one) => one.volume !== volume);
  if (reserved !== undefined && isFree(reserved)) return reserved.isHere(row) ? reserved.volume : undefined;
  return candidates.find((candidate) => isFree(candidate) && candidate.isHere(row))?.volume;
}

/** The first claim that no volume can be made for ends the search. */
function provisionAll(seekers: readonly Seeker[], chosen: readonly Chosen[], row: number): Found {
  const provisioned: Provisioned[] = [];
  for (const { provision } of seekers) {
    const made = provision(row);
    if (typeof made === 'string') return { kind: 'missing', reasons: [made] };
    if ('why' in made) return { kind: 'error', why: made.why };
    provisioned.push(made);
  }
  return { kind: 'found', chosen, provisioned };
}

function seekerOf(claim: PersistentVolumeClaim, view: ClusterView): Seeker {
  const able = [...view.objects('PersistentVolume')].filter((volume) => couldServe(volume, claim));
  const reserved = able.find((volume) => isReservedFor(volume, claim));
  const candidates = able
    .filter((volume) => isFreeFor(volume, claim))
    .toSorted((a, b) => compareQuantities(storageOf(a.spec.capacity), storageOf(b.spec.capacity)));
  const candidateOf = (volume: PersistentVolume): Candidate => ({
    volume,
    isHere:
      volume.spec.nodeAffinity?.required === undefined
        ? () => true
        : labelSelectorMatcher(volume.spec.nodeAffinity.required, view),
  });
  return {
    claim,
    selectedNode: annotation(claim.metadata, 'volume.kubernetes.io/selected-node'),
    candidates: candidates.map(candidateOf),
    reserved: reserved === undefined ? undefined : candidateOf(reserved),
    provision: provisionerOf(claim, view),
  };
}

function isReservedFor({ spec: { claimRef } }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  if (claimRef === undefined) return false;
  const { name = '', namespace = '', uid = '' } = claimRef;
  return name === metadata.name && namespace === (metadata.namespace ?? '') && (uid === '' || uid === metadata.uid);
}

function couldServe(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (
    classNameOf(volume) === classNameOf(claim) &&
    (volume.spec.claimRef === undefined || isReservedFor(volume, claim)) &&
    compareQuantities(storageOf(volume.spec.capacity), storageOf(claim.spec.resources?.requests)) >= 0 &&
    (volume.spec.volumeMode ?? 'Filesystem') === (claim.spec.volumeMode ?? 'Filesystem') &&
    (volume.spec.volumeAttributesClassName ?? '') === (claim.spec.volumeAttributesClassName ?? '') &&
    volume.metadata.deletionTimestamp === undefined
  );
}

function isFreeFor({ metadata, spec, status }: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const { selector, accessModes = [] } = claim.spec;
  return (
    status?.phase === 'Available' &&
    (selector === undefined || selects(compileSelector(selector), metadata.labels ?? {})) &&
    accessModes.every((mode) => (spec.accessModes ?? []).includes(mode))
  );
}

/** Whether, and from what, a volume could be made for a claim; else why not. */
function provisionerOf(claim: PersistentVolumeClaim, view: ClusterView): Seeker['provision'] {
  const storageClass = classOf(claim, view);
  if (storageClass === undefined) return () => ({ why: `failed to find storage class "${classNameOf(claim)}"` });
  const { provisioner = '' } = storageClass;
  if (provisioner === '' || provisioner === 'kubernetes.io/no-provisioner') return () => noVolume;
  const isAllowed = topologyMatcher(storageClass, view);
  const capacityOn = capacityFinder(claim, storageClass, view);
  return (row) => {
    if (!isAllowed(row)) return noVolume;
    const capacity = capacityOn?.(row);
    return capacityOn !== undefined && capacity === undefined ? noSpace : { claim, capacity };
  };
}

function topologyMatcher({ allowedTopologies = [] }: StorageClass, view: ClusterView): NodeMatcher {
  if (allowedTopologies.length === 0) return () => true;
  const terms = allowedTopologies.flatMap(({ matchLabelExpressions = [] }) => {
    const read = matchLabelExpressions.map(({ key, values }) => readRequirement({ key, operator: 'In', values }));
    const sound = read.filter((requirement) => requirement !== undefined);
    return read.length === 0 || sound.length < read.length ? [] : [requirementsMatcher(sound, view)];
  });
  return (row) => terms.some((matches) => matches(row));
}

/** Finds who has room for a claim on a node. Undefined where its driver does not tell. */
function capacityFinder(
  claim: PersistentVolumeClaim,
  { provisioner = '', metadata }: StorageClass,
  view: ClusterView,
): ((row: number) => CSIStorageCapacity | undefined) | undefined {
  const requests = claim.spec.resources?.requests;
  if (requests?.['storage'] === undefined) return undefined;
  if (view.object('CSIDriver', provisioner)?.spec?.storageCapacity !== true) return undefined;
  const roomy = [...view.objects('CSIStorageCapacity')].filter(({ storageClassName, maximumVolumeSize, capacity }) => {
    const most = maximumVolumeSize ?? capacity;
    return (
      storageClassName === metadata.name &&
      most !== undefined &&
      compareQuantities(sizeOf(most), storageOf(requests)) >= 0
    );
  });
  const places = roomy.map((capacity) => {
    const selector = compileSelector(capacity.nodeTopology);
    const isHere: NodeMatcher =
      selector.kind === 'nothing' ? () => false : requirementsMatcher(selector.requirements, view);
    return { capacity, isHere };
  });
  return (row) => places.find(({ isHere }) => isHere(row))?.capacity;
}

import type { Quantities } from '#api/kubernetes/metadata.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type {
  CSIStorageCapacity,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
} from '#api/kubernetes/storage.ts';
import { type Amount, compare, inUnits, parseAmount, zeroAmount } from './amount.ts';
import { isSound, labelOf, selectorOf, selects } from './label-selector.ts';
import { nodeAffinityOn } from './migrated-volume.ts';
import { matchesNodeSelector } from './node-selector.ts';
import type { Probe } from './plugin.ts';
import { namespaceOf } from './pods.ts';
import { classNameOf, classOf, csiNodeOf, volumeOf } from './volumes.ts';

export interface PodClaims {
  readonly bound: readonly PersistentVolumeClaim[];
  /** For a node, to be bound where the pod will be. */
  readonly waiting: readonly PersistentVolumeClaim[];
}

interface Chosen {
  readonly claim: PersistentVolumeClaim;
  readonly volume: PersistentVolume;
}

interface Provisioned {
  readonly claim: PersistentVolumeClaim;
  /** What the driver says it has left, where it says so. */
  readonly capacity?: CSIStorageCapacity;
}

/** What a node has for a pod's claims. */
export type Found =
  | { readonly kind: 'found'; readonly chosen: readonly Chosen[]; readonly provisioned: readonly Provisioned[] }
  | { readonly kind: 'missing'; readonly reasons: readonly string[] }
  | { readonly kind: 'fails'; readonly why: string };

const elsewhere = "node(s) didn't match PersistentVolume's node affinity";
const noVolume = "node(s) didn't find available persistent volumes to bind";
const noSpace = 'node(s) did not have enough free storage';
const gone = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';
const untranslatable = 'could not translate pv';
const selectedNode = 'volume.kubernetes.io/selected-node';

/** Reasons keep kube-scheduler's order: of bound claims that do not match first, of those whose volume is gone last. */
export function findVolumes(claims: PodClaims, node: Node, probe: Probe): Found {
  const atBound = complaintOfBound(claims.bound, node, probe);
  if (atBound === untranslatable) return { kind: 'fails', why: atBound };
  const waiting = placeWaiting(claims.waiting, node, probe);
  if (waiting.kind === 'fails') return waiting;
  const reasons = [
    ...(atBound === elsewhere ? [elsewhere] : []),
    ...(waiting.kind === 'missing' ? waiting.reasons : []),
    ...(atBound === gone ? [gone] : []),
  ];
  return reasons.length > 0 ? { kind: 'missing', reasons } : waiting;
}

/** The first bound claim that cannot be used here ends the search. */
function complaintOfBound(bound: readonly PersistentVolumeClaim[], node: Node, { objects }: Probe): string | undefined {
  for (const claim of bound) {
    const volume = volumeOf(objects, claim.spec.volumeName!);
    if (volume === undefined) return gone;
    const affinity = nodeAffinityOn(volume, csiNodeOf(objects, node.metadata.name));
    if (affinity === 'untranslatable') return untranslatable;
    if (affinity !== undefined && !matchesNodeSelector(affinity, { labels: node.metadata.labels })) return elsewhere;
  }
  return undefined;
}

function placeWaiting(waiting: readonly PersistentVolumeClaim[], node: Node, probe: Probe): Found {
  const nodeOf = (claim: PersistentVolumeClaim): string | undefined =>
    labelOf(claim.metadata.annotations, selectedNode);
  if (waiting.some((claim) => (nodeOf(claim) ?? node.metadata.name) !== node.metadata.name)) {
    return { kind: 'missing', reasons: [noVolume] };
  }
  const free = waiting.filter((claim) => nodeOf(claim) === undefined);
  const bySize = free.toSorted((a, b) =>
    compare(sizeAmount(a.spec.resources?.requests), sizeAmount(b.spec.resources?.requests)),
  );
  const chosen: Chosen[] = [];
  const left: PersistentVolumeClaim[] = [];
  for (const claim of bySize) {
    const taken = new Set(chosen.map(({ volume }) => volume));
    const volume = smallestFor(claim, taken, node, probe);
    if (volume === undefined) left.push(claim);
    else chosen.push({ claim, volume });
  }
  const provisioned = provision([...waiting.filter((claim) => nodeOf(claim) !== undefined), ...left], node, probe);
  return provisioned.kind === 'found' ? { ...provisioned, chosen } : provisioned;
}

export function sizeOf(quantities: Quantities | undefined): bigint {
  return inUnits(sizeAmount(quantities), 0);
}

function sizeAmount(quantities: Quantities | undefined): Amount {
  return quantities?.['storage'] === undefined ? zeroAmount : parseAmount(quantities['storage']);
}

/** A volume reserved for the claim goes before all others, or, if it is elsewhere, leaves it with none. */
function smallestFor(
  claim: PersistentVolumeClaim,
  taken: ReadonlySet<PersistentVolume>,
  node: Node,
  { objects }: Probe,
): PersistentVolume | undefined {
  const able = (objects.persistentVolumes ?? []).filter(
    (volume) => classNameOf(volume) === classNameOf(claim) && !taken.has(volume) && couldServe(volume, claim),
  );
  const isHere = ({ spec }: PersistentVolume): boolean =>
    spec.nodeAffinity?.required === undefined ||
    matchesNodeSelector(spec.nodeAffinity.required, { labels: node.metadata.labels });
  const reserved = able.find((volume) => isReservedFor(volume, claim));
  if (reserved !== undefined) return isHere(reserved) ? reserved : undefined;
  const free = able.filter((volume) => isHere(volume) && isFreeFor(volume, claim));
  return free.reduce<PersistentVolume | undefined>(
    (least, volume) =>
      least === undefined || compare(sizeAmount(least.spec.capacity), sizeAmount(volume.spec.capacity)) > 0
        ? volume
        : least,
    undefined,
  );
}

function isReservedFor({ spec }: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const reference = spec.claimRef;
  return (
    reference !== undefined &&
    (reference.name ?? '') === claim.metadata.name &&
    (reference.namespace ?? '') === namespaceOf(claim) &&
    (!reference.uid || reference.uid === claim.metadata.uid)
  );
}

function couldServe(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (
    (volume.spec.claimRef === undefined || isReservedFor(volume, claim)) &&
    compare(sizeAmount(volume.spec.capacity), sizeAmount(claim.spec.resources?.requests)) >= 0 &&
    (volume.spec.volumeMode ?? 'Filesystem') === (claim.spec.volumeMode ?? 'Filesystem') &&
    (volume.spec.volumeAttributesClassName ?? '') === (claim.spec.volumeAttributesClassName ?? '') &&
    volume.metadata.deletionTimestamp === undefined
  );
}

function isFreeFor(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const selector = claim.spec.selector === undefined ? [] : selectorOf(claim.spec.selector);
  return (
    volume.status?.phase === 'Available' &&
    selector !== undefined &&
    selects(selector, volume.metadata.labels) &&
    (claim.spec.accessModes ?? []).every((mode) => volume.spec.accessModes?.includes(mode))
  );
}

/** The first claim that no volume can be made for ends the search. */
function provision(claims: readonly PersistentVolumeClaim[], node: Node, probe: Probe): Found {
  const provisioned: Provisioned[] = [];
  for (const claim of claims) {
    const name = classNameOf(claim);
    const storageClass = classOf(probe.objects, name);
    if (storageClass === undefined) return { kind: 'fails', why: `failed to find storage class "${name}"` };
    if (!canProvision(storageClass, node)) return { kind: 'missing', reasons: [noVolume] };
    const room = roomFor(claim, storageClass, node, probe);
    if (room === 'none') return { kind: 'missing', reasons: [noSpace] };
    provisioned.push(room === 'not told' ? { claim } : { claim, capacity: room });
  }
  return { kind: 'found', chosen: [], provisioned };
}

function canProvision({ provisioner, allowedTopologies }: StorageClass, node: Node): boolean {
  if (!provisioner || provisioner === 'kubernetes.io/no-provisioner') return false;
  const terms = allowedTopologies ?? [];
  return terms.length === 0 || terms.some((term) => isInTopology(term, node));
}

function isInTopology(term: NonNullable<StorageClass['allowedTopologies']>[number], node: Node): boolean {
  const requirements = (term.matchLabelExpressions ?? []).map(({ key, values }) => ({ key, operator: 'In', values }));
  return requirements.length > 0 && requirements.every(isSound) && selects(requirements, node.metadata.labels);
}

function roomFor(
  claim: PersistentVolumeClaim,
  storageClass: StorageClass,
  node: Node,
  { objects }: Probe,
): CSIStorageCapacity | 'none' | 'not told' {
  const driver = objects.csiDrivers?.find((one) => one.metadata.name === storageClass.provisioner);
  const requests = claim.spec.resources?.requests;
  if (requests?.['storage'] === undefined || driver?.spec?.storageCapacity !== true) return 'not told';
  const found = (objects.csiStorageCapacities ?? []).find((capacity) => {
    const most = capacity.maximumVolumeSize ?? capacity.capacity;
    const selector = selectorOf(capacity.nodeTopology) ?? 'nothing';
    return (
      capacity.storageClassName === storageClass.metadata.name &&
      most !== undefined &&
      inUnits(parseAmount(most), 0) >= sizeOf(requests) &&
      selects(selector, node.metadata.labels)
    );
  });
  return found ?? 'none';
}

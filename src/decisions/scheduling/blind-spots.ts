import type { PodAffinityTerm } from '#api/kubernetes/affinity.ts';
import type { PodSpec } from '#api/kubernetes/pod.ts';
import type { Volume } from '#api/kubernetes/volume.ts';
import type { ClusterKind } from '#cluster/cluster-event.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { Verdict } from './verdict.ts';

/** Plugins that judge by objects nobody told us of, and which kinds those are. */
export interface BlindSpot {
  readonly plugins: readonly string[];
  readonly kinds: readonly ClusterKind[];
}

const storageKinds: readonly ClusterKind[] = [
  'PersistentVolume',
  'PersistentVolumeClaim',
  'StorageClass',
  'CSINode',
  'CSIDriver',
  'CSIStorageCapacity',
  'VolumeAttachment',
];
const storagePlugins = ['VolumeRestrictions', 'NodeVolumeLimits', 'VolumeBinding', 'VolumeZone'];

const isBacked = ({ persistentVolumeClaim, ephemeral, csi }: Volume): boolean =>
  persistentVolumeClaim !== undefined || ephemeral !== undefined || csi !== undefined;

function ownTerms({ affinity = {} }: PodSpec): readonly PodAffinityTerm[] {
  return [affinity.podAffinity, affinity.podAntiAffinity].flatMap(
    (rules) => rules?.requiredDuringSchedulingIgnoredDuringExecution ?? [],
  );
}

/** Whether it matters to the pod's own terms which labels namespaces have. */
const namesByLabels = (spec: PodSpec): boolean =>
  ownTerms(spec).some(({ namespaceSelector }) => namespaceSelector !== undefined);

/** Whether it matters to a term of a placed pod that keeps others off. */
const hasNamesByLabels = (view: ClusterView): boolean =>
  [...view.pods()].some(({ shape: { carried } }) =>
    carried.some(({ kind, term }) => kind === 'required-anti-affinity' && term.namespaceSelector.kind !== 'nothing'),
  );

/** What of a pod cannot be judged where these kinds could not be read. */
export function blindSpotsOf(spec: PodSpec, view: ClusterView, unread: ReadonlySet<ClusterKind>): readonly BlindSpot[] {
  return blindSpotsIn(view, unread)(spec);
}

/** The same of many pods of one view. */
export function blindSpotsIn(
  view: ClusterView,
  unread: ReadonlySet<ClusterKind>,
): (spec: PodSpec) => readonly BlindSpot[] {
  const storage = storageKinds.filter((kind) => unread.has(kind));
  let isKeptOff: boolean | undefined;
  const asksNamespaces = (spec: PodSpec): boolean => namesByLabels(spec) || (isKeptOff ??= hasNamesByLabels(view));
  return (spec) => {
    const spots: BlindSpot[] = [];
    if (storage.length > 0 && (spec.volumes ?? []).some(isBacked))
      spots.push({ plugins: storagePlugins, kinds: storage });
    if (unread.has('Namespace') && asksNamespaces(spec))
      spots.push({ plugins: ['InterPodAffinity'], kinds: ['Namespace'] });
    return spots;
  };
}

/** A verdict is not known that rests on what nobody told us: a yes does, and the refusal of a plugin that looks there. */
export function heedBlindSpots(verdict: Verdict, spots: readonly BlindSpot[]): Verdict {
  const spot = spots.find(
    ({ plugins }) => verdict.kind === 'fits' || (verdict.kind === 'rejected' && plugins.includes(verdict.plugin)),
  );
  if (spot === undefined) return verdict;
  return {
    kind: 'unknown',
    why: `${spot.plugins.join(', ')} cannot be asked: ${spot.kinds.join(', ')} could not be read`,
  };
}

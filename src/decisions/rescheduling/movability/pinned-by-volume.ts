import type { ClusterView } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { selectorMatcher } from '#decisions/scheduling/node-matcher.ts';

/** The one node that the volumes of a pod can be used on, where they leave no other. */
export function pinnedByVolume({ row, shape }: PlacedPod, view: ClusterView): string | undefined {
  const isPinned = shape.claims.some((key) => isOnlyFor(row, volumeOf(key, view), view));
  return isPinned ? view.nodes.nameOf(row) : undefined;
}

type Volume = ReturnType<typeof volumeOf>;

function volumeOf(claim: string, view: ClusterView) {
  const { volumeName = '' } = view.object('PersistentVolumeClaim', claim)?.spec ?? {};
  return volumeName === '' ? undefined : view.object('PersistentVolume', volumeName);
}

function isOnlyFor(row: number, volume: Volume, view: ClusterView): boolean {
  const required = volume?.spec.nodeAffinity?.required;
  if (required === undefined) return false;
  const matches = selectorMatcher(required, view);
  return view.nodes.all().every((node) => node === row || !matches(node));
}

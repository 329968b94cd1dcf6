import type { Pod } from '#api/kubernetes/pod.ts';
import { isReady } from '#simulation/world/objects/object-store.ts';

const COST = 'controller.kubernetes.io/pod-deletion-cost';
const PHASES = ['Pending', 'Unknown', 'Running'];

/**
 * Which of a ReplicaSet's pods goes first, as upstream's ActivePodsWithRanks sorts them:
 *
 * 1. without a node   2. pending, then unknown   3. not ready   4. lower deletion cost   5. more siblings on its node
 * 6. ready for a shorter time   7. more restarts   8. younger, in powers of two of its age   9. lower uid
 */
export function inDeletionOrder(pods: readonly Pod[], siblings: readonly Pod[], now: number): Pod[] {
  const onNode = new Map<string, number>();
  for (const { spec } of siblings) {
    if (spec.nodeName !== undefined) onNode.set(spec.nodeName, (onNode.get(spec.nodeName) ?? 0) + 1);
  }
  const keyed = pods.map((pod) => ({ pod, rank: rankOf(pod, onNode, now) }));
  return keyed
    .toSorted((a, b) => compare(a.rank, b.rank) || (a.pod.metadata.uid < b.pod.metadata.uid ? -1 : 1))
    .map(({ pod }) => pod);
}

function rankOf(pod: Pod, onNode: ReadonlyMap<string, number>, now: number): readonly number[] {
  const { spec, status, metadata } = pod;
  const ready = isReady(pod);
  const readySince = status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime;
  return [
    spec.nodeName === undefined ? 0 : 1,
    PHASES.indexOf(status?.phase ?? 'Pending'),
    ready ? 1 : 0,
    Number(metadata.annotations?.[COST] ?? 0),
    -(onNode.get(spec.nodeName ?? '') ?? 0),
    ready ? age(readySince, now) : 0,
    -(status?.containerStatuses?.[0]?.restartCount ?? 0),
    age(metadata.creationTimestamp, now),
  ];
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : one[at]! - other[at]!;
}

/** Ages count in powers of two of their seconds, so that those of one batch are alike. */
function age(since: string | undefined, now: number): number {
  return Math.floor(Math.log2(Math.max(1, (now - Date.parse(since ?? new Date(now).toISOString())) / 1000)));
}

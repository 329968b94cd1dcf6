import { holdsNode } from '#api/pod-standing.ts';
import { keyOf } from '#cluster/object-shelf.ts';
import { ownersNow } from '#decisions/rescheduling/movability/owners-now.ts';
import { holdsNow } from '#decisions/rescheduling/problem/holds-now.ts';
import type { ExplainPodInput, ReschedulingGates } from './pod-explanation.ts';

/** Whether the rescheduler may move a pod, were its node too hot. */
export function reschedulingGates(input: ExplainPodInput): ReschedulingGates | null {
  const { view, unread, pod, now, movability: options, surgeRight } = input;
  const placed = view.pod(keyOf(pod.metadata));
  if (!holdsNode(pod) || placed === undefined || !view.isPlaced(placed)) return null;
  const owner = ownersNow(view, unread)(pod);
  const { hold, isLastResort } = holdsNow({ view, now, options, surgeRight })({ pod, placed, owner });
  if (hold !== undefined) return { verdict: 'held', reason: hold.reason, freedBy: hold.freedBy ?? null };
  return { verdict: isLastResort ? 'last-resort' : 'movable', reason: null, freedBy: null };
}

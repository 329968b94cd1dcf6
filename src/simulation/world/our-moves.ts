import type { Pod } from '#api/kubernetes/pod.ts';
import { controllerOf } from '#api/pod-standing.ts';
import { ourMarks } from '#decisions/rescheduling/migration/our-marks.ts';
import type { WorldEvent } from './chronicle.ts';
import type { ObjectStore } from './object-store.ts';
import { US } from './world-core.ts';

/** Whether by this event a pod leaves its node because of us: evicted, or the first to go once its clone was adopted. */
export function isMoveOfOurs({ kind, by }: WorldEvent, pod: Pod, store: ObjectStore): boolean {
  if (kind === 'evicted') return by === US;
  const migration = kind === 'pod-surplus' ? pod.metadata.labels?.[ourMarks.retiring] : undefined;
  if (migration === undefined) return false;
  const siblings = store.podsOwnedBy(controllerOf(pod)?.uid ?? '');
  return siblings.some(({ metadata }) => metadata.labels?.[ourMarks.clone] === migration);
}

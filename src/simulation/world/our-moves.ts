import type { Pod } from '#api/kubernetes/pod.ts';
import { controllerOf } from '#api/pod-standing.ts';
import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import type { WorldEvent } from './chronicle.ts';
import type { ObjectStore } from './objects/object-store.ts';
import { US } from './world-core.ts';

/** A pod leaves its node because of us: evicted, or the first to go once its clone was adopted. */
export type OurMove = { readonly way: 'evicted' } | { readonly way: 'retired'; readonly clone: Pod };

/** What an event that befalls a pod is to us; undefined where it is no doing of ours. */
export function ourMove({ kind, by }: WorldEvent, pod: Pod, store: ObjectStore): OurMove | undefined {
  if (kind === 'evicted') return by === US ? { way: 'evicted' } : undefined;
  const migration = kind === 'pod-surplus' ? pod.metadata.labels?.[ourMarks.retiring] : undefined;
  if (migration === undefined) return undefined;
  const siblings = store.podsOwnedBy(controllerOf(pod)?.uid ?? '');
  const clone = siblings.find(({ metadata }) => metadata.labels?.[ourMarks.clone] === migration);
  return clone && { way: 'retired', clone };
}

import type { Condition } from '#api/kubernetes/metadata.ts';
import type { Pod, PodStatus } from '#api/kubernetes/pod.ts';
import { isTerminating } from '#api/pod-standing.ts';
import { isReady } from './object-store.ts';
import { keyOf } from './objects.ts';
import { tell, type WorldCore } from './world-core.ts';

/** A pod whose status says something else from now on. */
export function withStatus(pod: Pod, status: PodStatus): Pod {
  return { ...pod, status: { ...pod.status, ...status } };
}

/** A pod whose readiness is as said, since an instant. */
export function withReadiness(pod: Pod, ready: boolean, now: number): Pod {
  if (isReady(pod) === ready) return pod;
  const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== 'Ready');
  const condition: Condition = {
    type: 'Ready',
    status: ready ? 'True' : 'False',
    lastTransitionTime: new Date(now).toISOString(),
  };
  return withStatus(pod, { conditions: [...others, condition] });
}

/** What the API server does when a pod is deleted: one that runs nowhere is gone, any other is told to go. */
export function deletePod(core: WorldCore, pod: Pod): void {
  const { store, clock } = core;
  const key = keyOf(pod.metadata);
  if (isTerminating(pod)) return;
  tell(core, 'pod-ending', key, pod.spec.nodeName === undefined ? {} : { node: pod.spec.nodeName });
  if (pod.spec.nodeName === undefined) {
    store.remove('Pod', key);
    tell(core, 'pod-gone', key);
    return;
  }
  store.put('Pod', {
    ...pod,
    metadata: { ...pod.metadata, deletionTimestamp: new Date(clock.now()).toISOString() },
  });
}

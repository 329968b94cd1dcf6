import type { Condition, StringMap } from '#api/kubernetes/metadata.ts';
import type { Pod, PodStatus } from '#api/kubernetes/pod.ts';
import { isTerminating } from '#api/pod-standing.ts';
import { isReady } from './objects/object-store.ts';
import { keyOf } from './objects/objects.ts';
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

/** A pod with other labels and annotations; those that are undefined go. */
export function withMarks(
  pod: Pod,
  marks: {
    readonly labels?: Readonly<Record<string, string | undefined>>;
    readonly annotations?: Readonly<Record<string, string | undefined>>;
  },
): Pod {
  const { labels, annotations } = pod.metadata;
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      labels: merged(labels, marks.labels),
      annotations: merged(annotations, marks.annotations),
    },
  };
}

function merged(before: StringMap = {}, changes: Readonly<Record<string, string | undefined>> = {}): StringMap {
  const entries = Object.entries({ ...before, ...changes });
  return Object.fromEntries(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

/** Kubernetes' own grace period, in seconds. */
const GRACE_SECONDS = 30;

/** How long a pod may take to end once it is told to go. */
export const graceMsOf = ({ spec }: Pod): number => 1000 * (spec.terminationGracePeriodSeconds ?? GRACE_SECONDS);

/** What the API server does when a pod is deleted: one that runs nowhere is gone, any other is told by when to go. */
export function deletePod(core: WorldCore, pod: Pod, who: { readonly by?: string } = {}): void {
  const { store, clock } = core;
  const key = keyOf(pod.metadata);
  if (isTerminating(pod)) return;
  tell(core, 'pod-ending', key, { ...who, ...(pod.spec.nodeName === undefined ? {} : { node: pod.spec.nodeName }) });
  if (pod.spec.nodeName === undefined) {
    store.remove('Pod', key);
    tell(core, 'pod-gone', key);
    return;
  }
  store.put('Pod', {
    ...pod,
    metadata: { ...pod.metadata, deletionTimestamp: new Date(clock.now() + graceMsOf(pod)).toISOString() },
  });
}

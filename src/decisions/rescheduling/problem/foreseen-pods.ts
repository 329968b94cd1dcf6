import { limitsInPlace } from '#api/effective-limits.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { oncePer } from '#base/once-per.ts';
import { keyOf } from '#cluster/object-shelf.ts';
import type { ForeseenPod, UseAt } from '#load/forecast/foreseen-pod.ts';
import { parseInstant } from '#load/instant.ts';
import type { LoadView } from '#load/load-view.ts';
import type { LoadedView } from '#decisions/rescheduling/loaded-view.ts';
import { ownersNow } from '#decisions/rescheduling/movability/owners-now.ts';

/** What a forecast has to know of each pod that the cluster knows, in the order given; others are left out. */
export function foreseenPods(
  pods: readonly Pod[],
  { cluster, unread }: Pick<LoadedView, 'cluster' | 'unread'>,
): readonly { readonly pod: Pod; readonly foreseen: ForeseenPod }[] {
  const ownerOf = ownersNow(cluster, unread);
  return pods.flatMap((pod) => {
    const placed = cluster.pod(keyOf(pod.metadata));
    if (placed === undefined) return [];
    const { uid } = pod.metadata;
    const owner = ownerOf(pod);
    const [cpuMilli, memoryBytes] = placed.usage.amounts;
    const foreseen: ForeseenPod = {
      uid,
      owner: owner.kind === 'workload' ? owner.workload.ref.uid : uid,
      requests: { cpuCores: cpuMilli! / 1000, memoryBytes: memoryBytes! },
      ...statedOf(pod),
    };
    return [{ pod, foreseen }];
  });
}

const statedOf = oncePer((pod: Pod): Pick<ForeseenPod, 'startedAt' | 'limits'> => {
  const { cpuMilli, memoryBytes } = limitsInPlace(pod);
  return {
    startedAt: parseInstant(pod.status?.startTime ?? pod.metadata.creationTimestamp ?? ''),
    limits: { cpuCores: cpuMilli === undefined ? undefined : cpuMilli / 1000, memoryBytes },
  };
});

/** What these pods use now, as far as it is known. */
export function useNow(pods: readonly Pod[], load: LoadView): UseAt {
  const used = pods.map(({ metadata: { namespace = '', name, uid } }) => load.pod({ namespace, name, uid }));
  return {
    at: load.now,
    cpuCores: used.map(({ cpuCores }) => (cpuCores.kind === 'known' ? cpuCores.value : Number.NaN)),
    memoryBytes: used.map(({ memoryBytes }) => (memoryBytes.kind === 'known' ? memoryBytes.value : Number.NaN)),
  };
}

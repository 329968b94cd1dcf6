import { limitsInPlace } from '#api/effective-limits.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { Look } from '#controllers/look-once.ts';
import { ownersNow } from '#decisions/rescheduling/owners-now.ts';
import { foresee, type ForeseenPod, type LoadForecast, type UseAt } from '#load/forecast/foresee.ts';
import { keyOf } from '#cluster/object-shelf.ts';
import type { KnownCluster } from './known-cluster.ts';

/** What to expect of the pods of a cluster that was looked at once, and how long ago the first of it was seen. */
export function forecastOf(
  { view, podUse, roster }: Look,
  { store, unread, pods }: KnownCluster,
): { readonly forecast: LoadForecast; readonly learntMs: number } {
  const ownerOf = ownersNow(store.view(), unread);
  const byUid = new Map(pods.map((pod) => [pod.metadata.uid, pod]));
  const foreseen = roster.pods.map(({ uid }) => foreseenPod(byUid.get(uid)!));
  const past = [...podUse, useNow()];
  const first = past.find(({ cpuCores }) => Array.from(cpuCores).some((cores) => !Number.isNaN(cores)));
  return { forecast: foresee(foreseen, past, view.now), learntMs: first === undefined ? 0 : view.now - first.at };

  function foreseenPod(pod: Pod): ForeseenPod {
    const owner = ownerOf(pod);
    const [cpuMilli, memoryBytes] = store.view().pod(keyOf(pod.metadata))!.usage.amounts;
    const limits = limitsInPlace(pod);
    return {
      uid: pod.metadata.uid,
      owner: owner.kind === 'workload' ? owner.workload.ref.uid : pod.metadata.uid,
      requests: { cpuCores: cpuMilli! / 1000, memoryBytes: memoryBytes! },
      limits: {
        cpuCores: limits.cpuMilli === undefined ? undefined : limits.cpuMilli / 1000,
        memoryBytes: limits.memoryBytes,
      },
    };
  }

  function useNow(): UseAt {
    const used = roster.pods.map((pod) => view.pod(pod));
    return {
      at: view.now,
      cpuCores: used.map(({ cpuCores }) => (cpuCores.kind === 'known' ? cpuCores.value : Number.NaN)),
      memoryBytes: used.map(({ memoryBytes }) => (memoryBytes.kind === 'known' ? memoryBytes.value : Number.NaN)),
    };
  }
}

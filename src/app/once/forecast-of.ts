import type { Pod } from '#api/kubernetes/pod.ts';
import type { Look } from '#controllers/look-once.ts';
import { foreseenPods, useNow } from '#decisions/rescheduling/problem/foreseen-pods.ts';
import { foresee } from '#load/forecast/foresee.ts';
import type { LoadForecast } from '#load/forecast/foreseen-pod.ts';
import type { KnownCluster } from './known-cluster.ts';

/** What to expect of the pods of a cluster that was looked at once, and how long ago the first of it was seen. */
export function forecastOf(
  { view, podUse, roster }: Look,
  { store, unread, pods }: KnownCluster,
): { readonly forecast: LoadForecast; readonly learntMs: number } {
  const byUid = new Map(pods.map((pod) => [pod.metadata.uid, pod]));
  const listed: readonly Pod[] = roster.pods.map(({ uid }) => byUid.get(uid)!);
  const foreseen = foreseenPods(listed, { cluster: store.view(), unread }).map((each) => each.foreseen);
  const past = [...podUse, useNow(listed, view)];
  const first = past.find(({ cpuCores }) => Array.from(cpuCores).some((cores) => !Number.isNaN(cores)));
  return { forecast: foresee(foreseen, past, view.now), learntMs: first === undefined ? 0 : view.now - first.at };
}

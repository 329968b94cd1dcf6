import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeApi, KubeObject } from '../kube-api.ts';
import { isReady } from '../workloads.ts';

/** Counts, from the watch events of an app's pods, how few were ever ready and not on their way out. */
export interface ReadyCounter {
  readonly least: () => number;
  readonly stop: () => void;
}

/** Counts from a moment at which all of these pods are ready; goes on by itself where the API server was away. */
export async function countReady(
  api: KubeApi,
  { namespace, app, pods }: { readonly namespace: string; readonly app: string; readonly pods: readonly KubeObject[] },
): Promise<ReadyCounter> {
  const path = `/api/v1/namespaces/${namespace}/pods?labelSelector=app%3D${app}`;
  const stopping = new AbortController();
  let version: string = (await api.get(path)).body.metadata.resourceVersion;
  const serving = new Set<string>(pods.map((pod) => pod.metadata.uid));
  let least = serving.size;
  const follow = async (): Promise<void> => {
    for await (const { type, object } of api.watch(`${path}&resourceVersion=${version}`, stopping.signal)) {
      const serves = type !== 'DELETED' && isReady(object) && object.metadata.deletionTimestamp === undefined;
      if (serves) serving.add(object.metadata.uid);
      else serving.delete(object.metadata.uid);
      version = object.metadata.resourceVersion;
      least = Math.min(least, serving.size);
    }
  };
  const followOn = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await follow().catch(() => sleep(200)); // what was missed in between is told first
    }
  };
  void followOn();
  return { least: () => least, stop: () => stopping.abort() };
}

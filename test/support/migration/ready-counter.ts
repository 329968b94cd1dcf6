import type { KubeApi, KubeObject } from '../kube-api.ts';
import { isReady } from '../workloads.ts';

/** Counts, from the watch events of an app's pods, how few were ever ready and not on their way out. */
export interface ReadyCounter {
  readonly least: () => number;
  readonly stop: () => void;
}

/** Counts from a moment at which all of these pods are ready. */
export async function countReady(
  api: KubeApi,
  { namespace, app, pods }: { readonly namespace: string; readonly app: string; readonly pods: readonly KubeObject[] },
): Promise<ReadyCounter> {
  const path = `/api/v1/namespaces/${namespace}/pods?labelSelector=app%3D${app}`;
  const stopping = new AbortController();
  const { body } = await api.get(path);
  const serving = new Set<string>(pods.map((pod) => pod.metadata.uid));
  let least = serving.size;
  const follow = async (): Promise<void> => {
    const from = `${path}&resourceVersion=${body.metadata.resourceVersion}`;
    for await (const { type, object } of api.watch(from, stopping.signal)) {
      const serves = type !== 'DELETED' && isReady(object) && object.metadata.deletionTimestamp === undefined;
      if (serves) serving.add(object.metadata.uid);
      else serving.delete(object.metadata.uid);
      least = Math.min(least, serving.size);
    }
  };
  void follow();
  return { least: () => least, stop: () => stopping.abort() };
}

import { expectOk, type KubeApi, type KubeObject } from './kube-api.ts';
import { until } from './until.ts';
import { isReady } from './workloads.ts';

/** The pods of a namespace with the label `app: APP`. */
export async function podsOf(api: KubeApi, namespace: string, app: string): Promise<KubeObject[]> {
  const path = `/api/v1/namespaces/${namespace}/pods?labelSelector=app%3D${app}`;
  return expectOk(await api.get(path)).items;
}

/** Waits until exactly `count` pods of an app are there and Ready, and gives them. */
export function readyPods(api: KubeApi, namespace: string, app: string, count: number): Promise<KubeObject[]> {
  return until(`${count} ready pods of ${app}`, async () => {
    const pods = await podsOf(api, namespace, app);
    return pods.length === count && pods.every(isReady) ? pods : undefined;
  });
}

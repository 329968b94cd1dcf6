import { expectOk, type KubeApi, type KubeObject } from '../../test/support/kube-api.ts';
import { syntheticPods } from '../micro/synthetic-pods.ts';

const atOnce = 24;

/** Writes pods of about 5.7 kB to a real API server without controllers; gives their mean size as it lists them, in bytes. */
export async function loadPods(api: KubeApi, count: number, say: (line: string) => void): Promise<number> {
  const pods = syntheticPods(count).map((pod) => asWritten(JSON.parse(pod.toString())));
  for (const name of new Set<string>(pods.map((pod) => pod.metadata.namespace))) {
    expectOk(await api.create('/api/v1/namespaces', { metadata: { name } }));
  }
  let written = 0;
  const waiting = pods.values();
  const worker = async (): Promise<void> => {
    for (const pod of waiting) {
      expectOk(await api.create(`/api/v1/namespaces/${pod.metadata.namespace}/pods`, pod));
      written += 1;
      if (written % 5000 === 0) say(`${written} pods written`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const page = expectOk(await api.get('/api/v1/pods?limit=500'));
  return JSON.stringify(page.items).length / page.items.length;
}

/**
 * As a client would create it. The server drops a status on creation, so what a kubelet would have added stands in an
 * annotation of the size it would have.
 */
function asWritten({ metadata, status, ...pod }: KubeObject): KubeObject {
  const { name, namespace, labels, ownerReferences } = metadata;
  const annotations = { ...metadata.annotations, 'example.org/status': JSON.stringify(status) };
  return { ...pod, metadata: { name, namespace, labels, ownerReferences, annotations } };
}

import { expect } from 'vitest';
import { KubeClient } from '#kube/client/kube-client.ts';
import { RightsAsked } from '#kube/client/rights.ts';
import { connected } from '#kube/lease/fixtures/connected.ts';
import { kubeNodeMarker, nodeMarkRights } from './kube-node-marker.ts';
import { markerPromises } from '#test/contract/node-marker.ts';
import { clusterTest } from '#test/control-plane/cluster-test.ts';
import { expectOk } from '#test/support/kube-api.ts';

for (const [promise, hold] of markerPromises) {
  clusterTest(`API server: ${promise}`, async ({ controlPlane, api, namespace: name }) => {
    const rights = new RightsAsked();
    const transport = connected(controlPlane, { asked: rights.asked });
    const path = `/api/v1/nodes/${name}`;
    const create = async (): Promise<string> =>
      expectOk(await api.create('/api/v1/nodes', { metadata: { name } })).metadata.uid;
    const uid = await create();
    try {
      await hold({
        marker: kubeNodeMarker(new KubeClient(transport)),
        node: { name, uid },
        annotations: async () => expectOk(await api.get(path)).metadata.annotations ?? {},
        annotate: async (annotations) => void expectOk(await api.merge(path, { metadata: { annotations } })),
        replace: async () => {
          expectOk(await api.delete(path));
          await create();
        },
        remove: async () => void expectOk(await api.delete(path)),
      });
      expect(nodeMarkRights).toEqual(expect.arrayContaining([...rights.rules()]));
    } finally {
      await api.delete(path);
      await transport.close();
    }
  });
}

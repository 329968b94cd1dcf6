import { expect, onTestFinished } from 'vitest';
import { KubeClient } from '#kube/client/kube-client.ts';
import { inShort, RightsAsked } from '#kube/client/rights.ts';
import { connected } from '#kube/lease/fixtures/connected.ts';
import { replacementMarkerContract, type ReplacementMarkerUnderTest } from '#test/contract/replacement-marker.ts';
import { clusterTest } from '#test/control-plane/cluster-test.ts';
import { expectOk } from '#test/support/kube-api.ts';
import { aContainer } from '#test/support/workloads.ts';
import { kubeReplacementMarker, replacementMarkerRights } from './marks.ts';

const asked = new RightsAsked();

const test = clusterTest.extend<{ subject: ReplacementMarkerUnderTest }>({
  subject: async ({ api, controlPlane, namespace }, use) => {
    const transport = connected(controlPlane, asked);
    onTestFinished(() => transport.close());
    const path = `/api/v1/namespaces/${namespace}/pods`;
    await use({
      marker: kubeReplacementMarker(new KubeClient(transport)),
      async clone(label) {
        const metadata = { name: 'web-2', labels: { app: 'web', ...label } };
        const { uid } = expectOk(await api.create(path, { metadata, spec: { containers: [aContainer()] } })).metadata;
        return { namespace, name: 'web-2', uid };
      },
      marksOn: async ({ name }) => expectOk(await api.get(`${path}/${name}`)).metadata,
    });
  },
});

for (const [promise, keeps] of Object.entries(replacementMarkerContract)) {
  test(`the marker of a real API server: ${promise}`, async ({ subject }) => keeps(subject));
}

test('it asks for what its rights declare, and for all of it', () => {
  expect(asked.rules()).toEqual(inShort(replacementMarkerRights));
});

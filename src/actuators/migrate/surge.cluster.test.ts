import { expect, onTestFinished } from 'vitest';
import { DELETION_COST } from '#decisions/rescheduling/migration/surge/deletion-cost.ts';
import { KubeClient } from '#kube/client/kube-client.ts';
import { RightsAsked } from '#kube/client/rights.ts';
import { connected } from '#kube/lease/fixtures/connected.ts';
import { surgerContract, type SurgerUnderTest } from '#test/contract/surger.ts';
import { clusterTest } from '#test/control-plane/cluster-test.ts';
import { podsOf, readyPods } from '#test/support/cluster-state.ts';
import { expectOk, type KubeObject } from '#test/support/kube-api.ts';
import { until } from '#test/support/until.ts';
import { aDeployment, isReady } from '#test/support/workloads.ts';
import { kubeSurger, surgerRights } from './surge.ts';

const asked = new RightsAsked();

const test = clusterTest.extend<{ subject: SurgerUnderTest }>({
  subject: async ({ api, controlPlane, namespace, startNodes }, use) => {
    const transport = connected(controlPlane, asked);
    onTestFinished(() => transport.close());
    await startNodes(3);
    const deployment = aDeployment('web', { replicas: 3, nodeSelector: { pool: namespace } });
    expectOk(await api.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment));
    const [pod] = await readyPods(api, namespace, 'web', 3);
    const named = async (name: string): Promise<KubeObject> =>
      expectOk(await api.get(`/api/v1/namespaces/${namespace}/pods/${name}`));
    await use({
      surger: kubeSurger(new KubeClient(transport)),
      hot: { namespace, name: pod!.metadata.name, uid: pod!.metadata.uid },
      clone: { namespace, name: 'web-clone', migration: namespace },
      nodes: [0, 1, 2].map((each) => `${namespace}-000${each}`).filter((name) => name !== pod!.spec.nodeName),
      untilReady: async ({ name }) => {
        await until(`${name} to be ready`, async () => (isReady(await named(name)) ? true : undefined));
      },
      living: async () => {
        const pods = await podsOf(api, namespace, 'web');
        const there = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
        return there.map(({ metadata }) => String(metadata.name)).toSorted();
      },
      nodeOf: async (name) => (await named(name)).spec.nodeName,
      untilThree: async () => {
        await readyPods(api, namespace, 'web', 3);
      },
      labelsOf: async (name) => (await named(name)).metadata.labels,
      deletionCostOf: async ({ name }) => (await named(name)).metadata.annotations?.[DELETION_COST],
    });
  },
});

for (const [promise, keeps] of Object.entries(surgerContract)) {
  test(`the surger of a real API server: ${promise}`, async ({ subject }) => keeps(subject));
}

test('it asks for what its rights declare, and for all of it', () => {
  expect(asked.rules()).toEqual(surgerRights);
});

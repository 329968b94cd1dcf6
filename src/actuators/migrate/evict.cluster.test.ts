import { expect, onTestFinished } from 'vitest';
import type { PodKey } from '#decisions/rescheduling/migration/verb.ts';
import { KubeClient } from '#kube/client/kube-client.ts';
import { inShort, RightsAsked } from '#kube/client/rights.ts';
import { connected } from '#kube/lease/fixtures/connected.ts';
import { evictorContract, type EvictorUnderTest } from '#test/contract/evictor.ts';
import { clusterTest } from '#test/control-plane/cluster-test.ts';
import { podsOf, readyPods } from '#test/support/cluster-state.ts';
import { expectOk, type KubeObject } from '#test/support/kube-api.ts';
import { until } from '#test/support/until.ts';
import { aBudget, aDeployment } from '#test/support/workloads.ts';
import { evictorRights, kubeEvictor } from './evict.ts';

const asked = new RightsAsked();
const least = { free: 2, held: 3, 'under two budgets': 1 } as const;

const test = clusterTest.extend<{ subject: EvictorUnderTest }>({
  subject: async ({ api, controlPlane, namespace, startNodes }, use) => {
    const transport = connected(controlPlane, asked);
    onTestFinished(() => transport.close());
    const budgets = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
    const addBudget = async (name: string, minAvailable: number): Promise<void> => {
      expectOk(await api.create(budgets, aBudget(name, 'web', minAvailable)));
      await until(`the budget ${name} to count its pods`, async () =>
        expectOk(await api.get(`${budgets}/${name}`)).status?.currentHealthy === 3 ? true : undefined,
      );
    };
    const find = async ({ uid }: PodKey): Promise<KubeObject> =>
      (await podsOf(api, namespace, 'web')).find((pod) => pod.metadata.uid === uid);
    await startNodes(3, { behaviour: () => ({ terminatesAfterMs: 60_000 }) });
    await use({
      evictor: kubeEvictor(new KubeClient(transport)),
      async pod(standing) {
        const deployment = aDeployment('web', { replicas: 3, nodeSelector: { pool: namespace } });
        expectOk(await api.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment));
        const [pod] = await readyPods(api, namespace, 'web', 3);
        await addBudget('web', least[standing]);
        if (standing === 'under two budgets') await addBudget('web-too', 1);
        const { name, uid } = pod!.metadata;
        return { namespace, name, uid };
      },
      isSafe: async (key) => {
        const pod = await find(key);
        return pod !== undefined && pod.metadata.deletionTimestamp === undefined;
      },
      allowance: async () => expectOk(await api.get(`${budgets}/web`)).status.disruptionsAllowed,
    });
  },
});

for (const [promise, keeps] of Object.entries(evictorContract)) {
  test(`the evictor of a real API server: ${promise}`, async ({ subject }) => {
    await keeps(subject);
    const declared = new Set(evictorRights.map((rule) => JSON.stringify(rule)));
    expect(
      inShort(asked.rules())
        .map((rule) => JSON.stringify(rule))
        .filter((rule) => !declared.has(rule)),
    ).toEqual([]);
  });
}

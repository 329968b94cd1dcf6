import { describe, expect, type TestAPI } from 'vitest';
import { podsOf, readyPods } from '../support/cluster-state.ts';
import { expectOk, type KubeAnswer, type KubeObject } from '../support/kube-api.ts';
import { until } from '../support/until.ts';
import { aBudget, aContainer, aDeployment, anEviction } from '../support/workloads.ts';
import { type ClusterFixtures, clusterTest } from './cluster-test.ts';

/** A Deployment `web` of three on nodes of its own, and what the tests do to it. */
interface Web {
  /** Waits until its pods are ready under a budget that the disruption controller has looked at. */
  readonly underBudget: (minAvailable: number) => Promise<KubeObject[]>;
  readonly addBudget: (name: string, minAvailable: number) => Promise<void>;
  readonly budget: (name: string) => Promise<KubeObject>;
  readonly pods: () => Promise<KubeObject[]>;
  readonly evict: (pod: string, deleteOptions?: KubeObject) => Promise<KubeAnswer>;
}

const webTest: TestAPI<ClusterFixtures & { web: Web }> = clusterTest.extend<{ web: Web }>({
  web: async ({ api, namespace, startNodes }, use) => {
    const budgets = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
    const budget = async (name: string): Promise<KubeObject> => expectOk(await api.get(`${budgets}/${name}`));
    const addBudget = async (name: string, minAvailable: number): Promise<void> => {
      expectOk(await api.create(budgets, aBudget(name, 'web', minAvailable)));
      await until(`the budget ${name} to count its pods`, async () =>
        (await budget(name)).status?.currentHealthy === 3 ? true : undefined,
      );
    };
    await startNodes(3);
    const deployment = aDeployment('web', { replicas: 3, nodeSelector: { pool: namespace } });
    expectOk(await api.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment));
    const pods = await readyPods(api, namespace, 'web', 3);
    await use({
      budget,
      addBudget,
      pods: () => podsOf(api, namespace, 'web'),
      underBudget: async (minAvailable) => {
        await addBudget('web', minAvailable);
        return pods;
      },
      evict: (pod, deleteOptions = {}) =>
        api.create(`/api/v1/namespaces/${namespace}/pods/${pod}/eviction`, anEviction(namespace, pod, deleteOptions)),
    });
  },
});

/** What the API server really does when pods are evicted: the product relies on each of these. */
describe('evictions on a real API server', () => {
  webTest('fact 1: a budget refuses with 429, no Retry-After, and the cause DisruptionBudget', async ({ web }) => {
    const [pod] = await web.underBudget(3);
    const answer = await web.evict(pod.metadata.name);
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBeUndefined();
    expect(answer.body.details.causes[0].reason).toBe('DisruptionBudget');
    expect(answer.body.details.causes[0].message).toMatch(/needs 3 healthy pods and has 3 currently/);
  });

  webTest('fact 2: a pod under two budgets gets 500, which never gets better by waiting', async ({ web }) => {
    const [pod] = await web.underBudget(1);
    await web.addBudget('second', 1);
    const answer = await web.evict(pod.metadata.name);
    expect(answer.status).toBe(500);
    expect(answer.body.message).toMatch(/more than one PodDisruptionBudget/);
  });

  webTest('fact 3: a wrong UID gets 409, and the budget is spent all the same', async ({ web }) => {
    const [pod] = await web.underBudget(2);
    const { name, uid } = pod.metadata;
    const wrong = await web.evict(name, { preconditions: { uid: '00000000-0000-0000-0000-000000000000' } });
    expect(wrong.status).toBe(409);
    const { status } = await web.budget('web');
    expect(status.disruptedPods).toHaveProperty(name);
    expect(status.disruptionsAllowed).toBe(0);
    expect((await web.evict(name, { preconditions: { uid } })).status).toBe(429);
  });

  webTest('fact 4: a dry run checks UID and budget, and changes neither', async ({ web }) => {
    const [pod] = await web.underBudget(2);
    const { name, uid } = pod.metadata;
    const before = (await web.budget('web')).status;
    expect((await web.evict(name, { dryRun: ['All'], preconditions: { uid } })).status).toBe(201);
    expect((await web.evict(name, { dryRun: ['All'], preconditions: { uid: 'another' } })).status).toBe(409);
    expect((await web.budget('web')).status).toEqual(before);
    expect(await web.pods()).toHaveLength(3);
  });

  const pinned = (name: string, pool: string, expression: KubeObject): KubeObject => ({
    metadata: { name, labels: { app: name } },
    spec: {
      containers: [aContainer()],
      nodeSelector: { pool },
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields: [expression] }] },
        },
      },
    },
  });

  clusterTest(
    'fact 6: node affinity by name, In and NotIn, is honoured by the stock scheduler',
    async ({ api, namespace, startNodes }) => {
      await startNodes(3);
      for (const node of [0, 1, 2].map((number) => `${namespace}-000${number}`)) {
        for (const operator of ['In', 'NotIn']) {
          const app = `${operator.toLowerCase()}-${node}`;
          const pod = pinned(app, namespace, { key: 'metadata.name', operator, values: [node] });
          expectOk(await api.create(`/api/v1/namespaces/${namespace}/pods`, pod));
          const [running] = await readyPods(api, namespace, app, 1);
          expect(running.spec.nodeName === node).toBe(operator === 'In');
        }
      }
    },
  );
});

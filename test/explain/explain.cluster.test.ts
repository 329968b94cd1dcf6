import { expect } from 'vitest';
import type { PodExplanation } from '#views/explain/pod-explanation.ts';
import { cliTest, type CliFixtures } from '../cli/cli-test.ts';
import { expectOk, type KubeApi, type KubeObject } from '../support/kube-api.ts';
import { until } from '../support/until.ts';
import { aContainer, aDeployment } from '../support/workloads.ts';
import { crowd, guards, pendingCases } from './pending-pods.ts';

type Plimsoll = CliFixtures['plimsoll'];

/** Two of these nodes take no pods of the test: one is cordoned, one tainted. */
const NODES = 6;

async function explained(plimsoll: Plimsoll, namespace: string, name: string): Promise<PodExplanation> {
  const { code, out, err } = await plimsoll('explain', 'pod', `${namespace}/${name}`, '-o', 'json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

async function createPod(api: KubeApi, namespace: string, name: string, more: KubeObject): Promise<void> {
  const { labels = {}, spec } = more;
  const pod = {
    metadata: { name, labels },
    spec: { containers: [aContainer()], terminationGracePeriodSeconds: 0, ...spec },
  };
  expectOk(await api.create(`/api/v1/namespaces/${namespace}/pods`, pod));
}

/** All nodes of the test say that they are ready, and nothing of their beginning keeps pods off. */
async function nodesReady(api: KubeApi, namespace: string): Promise<void> {
  await until('the nodes to be ready', async () => {
    const { items } = expectOk(await api.get(`/api/v1/nodes?labelSelector=pool%3D${namespace}`));
    const ready = items.filter(
      ({ spec, status }: KubeObject) =>
        (spec.taints ?? []).every(({ key }: KubeObject) => !key.startsWith('node.kubernetes.io/not-ready')) &&
        (status?.conditions ?? []).some((one: KubeObject) => one.type === 'Ready' && one.status === 'True'),
    );
    return ready.length === NODES ? true : undefined;
  });
}

async function runningOf(api: KubeApi, namespace: string, app: string, pods: number): Promise<void> {
  await until(`${pods} pods of ${app} to run`, async () => {
    const { items } = expectOk(await api.get(`/api/v1/namespaces/${namespace}/pods?labelSelector=app%3D${app}`));
    return items.filter(({ status }: KubeObject) => status.phase === 'Running').length === pods ? true : undefined;
  });
}

/** The scheduler looks again when something changed, and takes its time; in the end it says what we say. */
async function refusedAlike(plimsoll: Plimsoll, namespace: string, name: string): Promise<string | null> {
  let said: PodExplanation | undefined;
  const agreed = await until(`the scheduler to refuse ${name}`, async () => {
    said = await explained(plimsoll, namespace, name);
    return said.recorded?.agrees === true ? true : undefined;
  }).catch(() => false);
  const { message, recorded, outcome } = said!;
  expect.soft({ agreed, outcome, ours: message, theirs: recorded?.message }, name).toMatchObject({
    agreed: true,
    outcome: 'unplaceable',
  });
  return message;
}

cliTest(
  'explain words a pending pod as kube-scheduler did',
  async ({ api, namespace, startNodes, plimsoll }) => {
    await startNodes(NODES);
    await nodesReady(api, namespace);
    const node = (number: number): string => `/api/v1/nodes/${namespace}-000${number}`;
    expectOk(await api.merge(node(4), { spec: { unschedulable: true } }));
    expectOk(
      await api.merge(node(5), { spec: { taints: [{ key: 'dedicated', value: 'batch', effect: 'NoSchedule' }] } }),
    );
    const pool = { pool: namespace };
    const apps = `/apis/apps/v1/namespaces/${namespace}`;
    expectOk(await api.create(`${apps}/daemonsets`, guards(pool)));
    expectOk(await api.create(`${apps}/deployments`, crowd(pool, 3)));
    // a DaemonSet's pods tolerate being cordoned, but not a taint
    await runningOf(api, namespace, 'guard', NODES - 1);
    await runningOf(api, namespace, 'crowd', 3);
    const cases = pendingCases({ namespace, pool });
    for (const { name, spec, labels, beside = [] } of cases) {
      for (const { path, object } of beside) {
        expectOk(await api.create(path.startsWith('/') ? path : `/api/v1/namespaces/${namespace}/${path}`, object));
      }
      await createPod(api, namespace, name, { spec, labels });
    }
    const messages = new Set<string | null>();
    for (const { name } of cases) {
      messages.add(await refusedAlike(plimsoll, namespace, name));
    }
    expect(messages.size).toBeGreaterThanOrEqual(12);
    for (const path of ['/api/v1/persistentvolumes', '/apis/storage.k8s.io/v1/storageclasses']) {
      for (const name of ['local', 'at-once', 'later']) await api.delete(`${path}/${namespace}-${name}`);
    }
  },
  240_000,
);

cliTest(
  'the node that kube-scheduler chooses is among those explain holds the best',
  async ({ api, namespace, startNodes, plimsoll }) => {
    await startNodes(NODES);
    await nodesReady(api, namespace);
    const pods = `/api/v1/namespaces/${namespace}/pods`;
    for (let number = 0; number < 12; number++) {
      const name = `web-${number}`;
      const requests = { cpu: `${(number % 4) * 300 + 100}m`, memory: `${(number % 3) * 700 + 64}Mi` };
      const spec = {
        nodeSelector: { pool: namespace },
        containers: [aContainer(requests)],
        schedulingGates: [{ name: 'example.com/wait' }],
      };
      await createPod(api, namespace, name, { spec, labels: { app: `web-${number % 2}` } });
      const { nodes, pod, outcome } = await explained(plimsoll, namespace, name);
      expect({ gates: pod.gates, outcome }).toEqual({ gates: ['example.com/wait'], outcome: 'placeable' });
      expectOk(await api.merge(`${pods}/${name}`, { spec: { schedulingGates: null } }));
      const chosen = await until(`${name} to be bound`, async () => {
        const { spec: bound } = expectOk(await api.get(`${pods}/${name}`));
        return bound.nodeName === undefined ? undefined : String(bound.nodeName);
      });
      await until(`${name} to run`, async () =>
        expectOk(await api.get(`${pods}/${name}`)).status.phase === 'Running' ? true : undefined,
      );
      const most = Math.max(...nodes.map(({ total }) => total ?? 0));
      expect(nodes.find(({ node }) => node === chosen)).toMatchObject({ verdict: 'fits', total: most });
    }
  },
  180_000,
);

cliTest(
  'explain tells where else a running pod could go, and what lies on a node',
  async ({ api, namespace, startNodes, plimsoll }) => {
    await startNodes(NODES);
    await nodesReady(api, namespace);
    const apps = `/apis/apps/v1/namespaces/${namespace}`;
    const deployment = aDeployment('web', { nodeSelector: { pool: namespace }, requests: { cpu: '3', memory: '1Gi' } });
    expectOk(await api.create(`${apps}/deployments`, deployment));
    await runningOf(api, namespace, 'web', 1);
    const [pod] = expectOk(await api.get(`/api/v1/namespaces/${namespace}/pods?labelSelector=app%3Dweb`)).items;
    const told = await explained(plimsoll, namespace, pod.metadata.name);
    expect(told).toMatchObject({ question: 'where-else', outcome: 'placeable', pod: { node: pod.spec.nodeName } });
    const here = told.nodes.find((answer) => answer.here === true);
    expect(here).toMatchObject({ node: pod.spec.nodeName, afterwards: 'fits' });
    const { code, out, err } = await plimsoll('explain', 'node', pod.spec.nodeName);
    expect(code).toBe(0);
    expect(out).toContain(pod.metadata.name);
    expect(err).toMatch(/what is used is not known/);
  },
);

cliTest(
  'what may not be read is said, and no verdict rests on it',
  async ({ api, namespace, startNodes, plimsoll, aServiceAccount }) => {
    await startNodes(NODES);
    await nodesReady(api, namespace);
    const pool = { pool: namespace };
    await createPod(api, namespace, 'with-claim', {
      spec: { nodeSelector: pool, volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'absent' } }] },
    });
    const plain = { nodeSelector: { ...pool, disk: 'ssd' } };
    await createPod(api, namespace, 'without', { spec: plain });
    const kubeconfig = await aServiceAccount([
      { apiGroups: [''], resources: ['nodes', 'pods', 'namespaces'], verbs: ['list'] },
    ]);
    const as = async (name: string): Promise<{ told: PodExplanation; err: string }> => {
      const { out, err } = await plimsoll(
        'explain',
        'pod',
        `${namespace}/${name}`,
        '-o',
        'json',
        '--kubeconfig',
        kubeconfig,
      );
      return { told: JSON.parse(out), err };
    };
    const { told, err } = await as('with-claim');
    expect(told).toMatchObject({ outcome: 'unknown', best: null });
    expect(err).toMatch(/persistentvolumeclaims.*pods with volumes cannot be judged/);
    expect((await as('without')).told.outcome).toBe('unplaceable');
  },
);

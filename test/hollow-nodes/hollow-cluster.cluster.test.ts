import { describe, expect } from 'vitest';
import { clusterTest } from '../control-plane/cluster-test.ts';
import { expectOk, type KubeApi, type KubeObject } from '../support/kube-api.ts';
import { until } from '../support/until.ts';
import { aContainer, isReady } from '../support/workloads.ts';
import type { PodBehaviour } from './pod-life.ts';

const quick: Readonly<Record<string, Partial<PodBehaviour>>> = {
  slow: { life: { kind: 'runs', startsAfterMs: 1500, readyAfterMs: 0 } },
  unready: { life: { kind: 'runs', startsAfterMs: 0, readyAfterMs: Infinity } },
  stuck: { life: { kind: 'never-starts' } },
  crashing: { life: { kind: 'crash-loops', runsForMs: 50, waitsForMs: 50 } },
  job: { life: { kind: 'ends', startsAfterMs: 0, runsForMs: 50, exitCode: 0 } },
  clinging: { terminatesAfterMs: 1500 },
};

/** Pods behave as their names say. */
const behaviour = (pod: KubeObject): Partial<PodBehaviour> => quick[pod.metadata.name] ?? {};

describe('stand-in nodes', () => {
  const bind = async (api: KubeApi, namespace: string, name: string, node = `${namespace}-0000`): Promise<string> => {
    const pods = `/api/v1/namespaces/${namespace}/pods`;
    const spec = { nodeName: node, containers: [aContainer()], terminationGracePeriodSeconds: 30 };
    expectOk(await api.create(pods, { metadata: { name }, spec }));
    return `${pods}/${name}`;
  };
  const when = (api: KubeApi, path: string, what: string, holds: (pod: KubeObject) => boolean): Promise<KubeObject> =>
    until(what, async () => {
      const { status, body } = await api.get(path);
      return status === 200 && holds(body) ? body : undefined;
    });
  const gone = (api: KubeApi, path: string): Promise<true> =>
    until('the pod to be gone', async () => ((await api.get(path)).status === 404 ? true : undefined));

  clusterTest(
    'register with capacity, zone and lease, and lose the not-ready taint',
    async ({ api, namespace, startNodes }) => {
      await startNodes(2, { behaviour });
      const node = await until('the taint to be lifted', async () => {
        const found = expectOk(await api.get(`/api/v1/nodes/${namespace}-0001`));
        return isReady(found) && found.spec.taints === undefined ? found : undefined;
      });
      expect(node.metadata.labels['topology.kubernetes.io/zone']).toBe('zone-b');
      expect(node.status.capacity).toMatchObject({ cpu: '8', memory: '32Gi', pods: '58' });
      expect(node.status.allocatable).toMatchObject({ cpu: '7900m', memory: '32256Mi' });
      const lease = expectOk(
        await api.get(`/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${namespace}-0001`),
      );
      expect(lease.spec.holderIdentity).toBe(`${namespace}-0001`);
    },
  );

  clusterTest(
    'a slow pod is Pending first, and Ready when it was said to be',
    async ({ api, namespace, startNodes }) => {
      await startNodes(2, { behaviour });
      const slow = await bind(api, namespace, 'slow');
      const plain = await bind(api, namespace, 'plain');
      await when(api, plain, 'the plain pod to be ready', isReady);
      expect(expectOk(await api.get(slow)).status.phase).toBe('Pending');
      await when(api, slow, 'the slow pod to be ready', isReady);
    },
  );

  clusterTest(
    'an unready pod runs and never becomes Ready; a stuck one never runs',
    async ({ api, namespace, startNodes }) => {
      await startNodes(2, { behaviour });
      const unready = await bind(api, namespace, 'unready');
      const stuck = await bind(api, namespace, 'stuck');
      const pod = await when(api, unready, 'the pod to run', ({ status }) => status.phase === 'Running');
      expect(isReady(pod)).toBe(false);
      expect(expectOk(await api.get(stuck)).status.phase).toBe('Pending');
    },
  );

  clusterTest('a crash-looping pod counts its restarts; a job succeeds', async ({ api, namespace, startNodes }) => {
    await startNodes(2, { behaviour });
    const crashing = await bind(api, namespace, 'crashing');
    const job = await bind(api, namespace, 'job');
    await when(api, crashing, 'three restarts', ({ status }) => status.containerStatuses?.[0].restartCount >= 3);
    await when(api, job, 'the job to succeed', ({ status }) => status.phase === 'Succeeded');
  });

  clusterTest(
    'a deleted pod stays Terminating for the time that was chosen',
    async ({ api, namespace, startNodes }) => {
      await startNodes(2, { behaviour });
      const clinging = await bind(api, namespace, 'clinging');
      const plain = await bind(api, namespace, 'plain');
      await when(api, clinging, 'the pod to be ready', isReady);
      await Promise.all([api.delete(clinging), api.delete(plain)]);
      await gone(api, plain);
      expect(expectOk(await api.get(clinging)).metadata.deletionTimestamp).toBeDefined();
      await gone(api, clinging);
    },
  );

  clusterTest('a silent node does nothing, and goes on when it wakes', async ({ api, namespace, startNodes }) => {
    const cluster = await startNodes(2, { behaviour });
    cluster.silence(`${namespace}-0000`);
    const unheard = await bind(api, namespace, 'unheard');
    const heard = await bind(api, namespace, 'heard', `${namespace}-0001`);
    await when(api, heard, 'the other node’s pod to be ready', isReady);
    expect(expectOk(await api.get(unheard)).status.phase).toBe('Pending');
    await cluster.wake(`${namespace}-0000`);
    await when(api, unheard, 'the pod to be ready', isReady);
  });

  clusterTest('a removed node is gone, and its pods are nobody’s', async ({ api, namespace, startNodes }) => {
    const cluster = await startNodes(2, { behaviour });
    const pod = await bind(api, namespace, 'orphan');
    await when(api, pod, 'the pod to be ready', isReady);
    await cluster.remove(`${namespace}-0000`);
    expect((await api.get(`/api/v1/nodes/${namespace}-0000`)).status).toBe(404);
    expect(cluster.size).toBe(1);
    await api.delete(pod);
    expect(expectOk(await api.get(pod)).metadata.deletionTimestamp).toBeDefined();
  });

  clusterTest(
    'a listener hears of what is there, of every run of a pod, and of who leaves',
    async ({ api, namespace, startNodes }) => {
      const cluster = await startNodes(2, { behaviour });
      const plain = await bind(api, namespace, 'plain');
      await when(api, plain, 'the plain pod to be ready', isReady);
      const heard: string[] = [];
      cluster.tell({
        nodeJoined: ({ name }, address) => heard.push(`${name.slice(-1)} joined at ${address}`),
        nodeLeft: (name) => heard.push(`${name.slice(-1)} left`),
        podStarted: ({ pod, restarts }) => heard.push(`${pod.metadata.name} started, restart ${restarts}`),
        podEnded: ({ pod, restarts }) => heard.push(`${pod.metadata.name} ended, restart ${restarts}`),
      });
      // nodes come up side by side, a pod after its node
      expect(heard.toSorted()).toEqual(['0 joined at 10.0.0.1', '1 joined at 10.0.0.2', 'plain started, restart 0']);
      expect(heard.indexOf('plain started, restart 0')).toBeGreaterThan(heard.indexOf('0 joined at 10.0.0.1'));
      const crashing = await bind(api, namespace, 'crashing');
      await until('a restart to be heard of', async () =>
        heard.includes('crashing started, restart 1') ? true : undefined,
      );
      expect(heard.filter((words) => words.startsWith('crashing')).slice(0, 3)).toEqual([
        'crashing started, restart 0',
        'crashing ended, restart 0',
        'crashing started, restart 1',
      ]);
      await Promise.all([api.delete(crashing), api.delete(plain)]);
      await until('the plain pod’s end', async () => (heard.includes('plain ended, restart 0') ? true : undefined));
      await cluster.remove(`${namespace}-0001`);
      expect(heard.at(-1)).toBe('1 left');
    },
  );
});

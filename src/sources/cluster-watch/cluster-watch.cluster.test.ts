import { expect } from 'vitest';
import type { Pod } from '#api/kubernetes/pod.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import { ClusterFollower } from '#controllers/follow-cluster.ts';
import { judgeAll } from '#decisions/scheduling/judge-all.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { newestDialect } from '#api/dialect.ts';
import { connectToCluster } from '#app/kube-connection.ts';
import { systemClock } from '#app/system-clock.ts';
import { KubeClient } from '#kube/client/kube-client.ts';
import { RightsAsked } from '#kube/client/rights.ts';
import { connected } from '#kube/lease/fixtures/connected.ts';
import { clusterSourcePromises } from '#test/contract/cluster-source.ts';
import { clusterTest } from '#test/control-plane/cluster-test.ts';
import { cliTest } from '#test/cli/cli-test.ts';
import { churn } from '#test/support/churn.ts';
import { expectOk } from '#test/support/kube-api.ts';
import { until } from '#test/support/until.ts';
import { ClusterWatch, clusterWatchRights } from './cluster-watch.ts';
import { eventsOf, readCluster } from './read-cluster.ts';

for (const [promise, hold] of clusterSourcePromises) {
  clusterTest(`API server: ${promise}`, async ({ controlPlane, api, namespace }) => {
    const rights = new RightsAsked();
    const transport = connected(controlPlane, { asked: rights.asked });
    const services = `/api/v1/namespaces/${namespace}/services`;
    try {
      await hold({
        source: new ClusterWatch({ transport, clock: systemClock() }),
        namespace,
        put: async (name, app) => {
          const spec = { selector: { app }, ports: [{ port: 80 }] };
          return expectOk(await api.create(services, { metadata: { name }, spec })).metadata.uid;
        },
        remove: async (name) => void expectOk(await api.delete(`${services}/${name}`)),
      });
      const granted = new Set(clusterWatchRights.map((rule) => JSON.stringify(rule)));
      for (const rule of rights.rules()) {
        if (!('resources' in rule)) throw new Error(`asked for ${JSON.stringify(rule)}`);
        for (const verb of rule.verbs) expect(granted).toContain(JSON.stringify({ ...rule, verbs: [verb] }));
      }
    } finally {
      await transport.close();
    }
  });
}

/** All that placement reads of a cluster, as plain values in a fixed order. */
function picture(view: ClusterView, probes: readonly Pod[]): unknown {
  const profile = defaultProfile(newestDialect);
  const byNode = (one: { readonly nodeName: string }, other: { readonly nodeName: string }): number =>
    one.nodeName < other.nodeName ? -1 : 1;
  return {
    pods: [...view.pods()]
      .map(({ namespace, name, uid, nodeName }) => `${namespace}/${name} ${uid} ${nodeName}`)
      .toSorted(),
    nodes: [...view.nodes.all()]
      .map((row) => ({
        nodeName: view.nodes.nameOf(row),
        pods: view.nodes.podCount[row],
        amounts: Object.fromEntries(
          view.nodes.resources.columns
            .map(({ name, requested, allocatable }) => [name, [requested[row], allocatable[row]]] as const)
            .filter(([, [requested, allocatable]]) => requested !== 0 || allocatable !== 0)
            .toSorted(([one], [other]) => (one < other ? -1 : 1)),
        ),
      }))
      .toSorted(byNode),
    answers: probes.map((pod) => {
      const { nodes, ...rest } = judgeAll(view, pod, profile);
      return { ...rest, nodes: nodes.toSorted(byNode) };
    }),
  };
}

const probe = (namespace: string, name: string, spec: Partial<Pod['spec']>): Pod => ({
  metadata: { namespace, name, uid: `probe-${name}`, labels: { app: 'web-0' } },
  spec: { containers: [{ name: 'app', resources: { requests: { cpu: '500m', memory: '256Mi' } } }], ...spec },
});

function probesIn(namespace: string): readonly Pod[] {
  const labelSelector = { matchLabels: { app: 'web-0' } };
  const term = { topologyKey: 'topology.kubernetes.io/zone', labelSelector };
  return [
    probe(namespace, 'plain', {}),
    probe(namespace, 'near', { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } }),
    probe(namespace, 'far', {
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [{ ...term, topologyKey: 'kubernetes.io/hostname' }],
        },
      },
    }),
    probe(namespace, 'spread', {
      topologySpreadConstraints: [{ ...term, maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' }],
    }),
  ];
}

clusterTest(
  'a store fed by the watch is in the end the store that a fresh list makes',
  async ({ controlPlane, api, namespace, startNodes }) => {
    await startNodes(4);
    const transport = connected(controlPlane);
    const store = new ClusterStore();
    const follower = new ClusterFollower(new ClusterWatch({ transport, clock: systemClock() }), store);
    const ending = new AbortController();
    const running = follower.run(ending.signal);
    try {
      await follower.whenInSync(ending.signal);
      await churn(api, namespace, 20_261_130);
      const probes = probesIn(namespace);
      let told: unknown;
      let listed: unknown;
      await until('the two to be equal', async () => {
        const fresh = new ClusterStore();
        for (const event of eventsOf(await readCluster(new KubeClient(transport), ending.signal))) fresh.apply(event);
        told = picture(store.view(), probes);
        listed = picture(fresh.view(), probes);
        return JSON.stringify(told) === JSON.stringify(listed) ? true : undefined;
      }).catch(() => undefined);
      expect(told).toEqual(listed);
      expect(follower.standings.every(({ completeness }) => completeness === 'whole')).toBe(true);
    } finally {
      ending.abort();
      await running;
      await transport.close();
    }
  },
  120_000,
);

cliTest('a kind that may not be read keeps nobody waiting, and says so', async ({ aServiceAccount }) => {
  const kubeconfig = await aServiceAccount([
    { apiGroups: [''], resources: ['nodes', 'pods'], verbs: ['list', 'watch'] },
    { apiGroups: ['apps'], resources: ['*'], verbs: ['list', 'watch'] },
  ]);
  const { transport, clock } = await connectToCluster({ kubeconfig, as: 'test' }, {}, {});
  const watch = new ClusterWatch({ transport, clock });
  const follower = new ClusterFollower(watch, new ClusterStore());
  const ending = new AbortController();
  const running = follower.run(ending.signal);
  try {
    await follower.whenInSync(ending.signal);
    const standings = new Map(follower.standings.map((one) => [one.kind, one]));
    expect(standings.get('Pod')).toMatchObject({ completeness: 'whole' });
    expect(standings.get('ReplicaSet')).toMatchObject({ completeness: 'whole' });
    expect(standings.get('PersistentVolume')).toMatchObject({
      completeness: 'forbidden',
      objects: 0,
      fault: { code: 'kube/forbidden' },
    });
  } finally {
    ending.abort();
    await running;
    await transport.close();
  }
});

import { expect } from 'vitest';
import { systemClock } from '#app/system-clock.ts';
import { RightsAsked } from '#kube/client/rights.ts';
import { connected } from '#kube/lease/fixtures/connected.ts';
import { rosterPromises } from '#test/contract/cluster-roster.ts';
import { clusterTest } from '#test/control-plane/cluster-test.ts';
import { nodeObject } from '#test/hollow-nodes/node-object.ts';
import { hollowNode } from '#test/hollow-nodes/node-spec.ts';
import { expectOk } from '#test/support/kube-api.ts';
import { aContainer } from '#test/support/workloads.ts';
import { rosterWatchRights, RosterWatch } from './roster-watch.ts';

for (const [promise, hold] of rosterPromises) {
  clusterTest(`API server: ${promise}`, async ({ controlPlane, api, namespace }) => {
    const rights = new RightsAsked();
    const transport = connected(controlPlane, { asked: rights.asked });
    const clock = systemClock();
    const roster = new RosterWatch({ transport, clock }, ['metrics.cpu']);
    const ending = new AbortController();
    const running = roster.run(ending.signal);
    const pods = `/api/v1/namespaces/${namespace}/pods`;
    const shape = { cpu: '8', memory: '16Gi' };
    try {
      await hold({
        roster,
        namespace,
        addNode: async (name, address) => {
          const node = nodeObject(hollowNode(0, { name, ...shape }), address, new Date());
          return expectOk(await api.create('/api/v1/nodes', node)).metadata.uid;
        },
        removeNode: async (name) => void expectOk(await api.delete(`/api/v1/nodes/${name}`)),
        annotate: async (name, annotations) =>
          void expectOk(await api.merge(`/api/v1/nodes/${name}`, { metadata: { annotations } })),
        addPod: async (name, nodeName) => {
          const spec = { nodeName, containers: [aContainer()], automountServiceAccountToken: false };
          expectOk(await api.create(pods, { metadata: { name }, spec }));
        },
        finishPod: async (name) =>
          void expectOk(await api.merge(`${pods}/${name}/status`, { status: { phase: 'Succeeded' } })),
        removePod: async (name) => void expectOk(await api.delete(`${pods}/${name}`, { gracePeriodSeconds: 0 })),
        pass: () => clock.sleep(5),
      });
      expect(rosterWatchRights.flatMap(({ verbs }) => verbs)).toEqual(expect.arrayContaining(['list', 'watch']));
      expect(
        rights.rules().every((rule) => 'resources' in rule && ['nodes', 'pods'].includes(rule.resources[0]!)),
      ).toBe(true);
    } finally {
      ending.abort();
      await running;
      await transport.close();
      await api.delete(`/api/v1/nodes/${namespace}`);
    }
  });
}

import { afterAll, expect, onTestFinished } from 'vitest';
import { runProgram } from '#app/program.ts';
import { systemClock } from '#app/system-clock.ts';
import { Discovery } from '#kube/client/discovery.ts';
import { KubeClient } from '#kube/client/kube-client.ts';
import { inShort, RightsAsked } from '#kube/client/rights.ts';
import { connected } from '#kube/lease/fixtures/connected.ts';
import type { EvictionRequester } from '#ports/eviction-requester.ts';
import { clusterTest } from '#test/control-plane/cluster-test.ts';
import type { SharedControlPlane } from '#test/control-plane/global-set-up.ts';
import { captured } from '#test/support/captured.ts';
import { expectOk, type KubeObject } from '#test/support/kube-api.ts';
import { onOwnControlPlane } from '#test/support/own-control-plane.ts';
import { evictionRequesterRights, kubeEvictionRequester } from './request.ts';

const own = onOwnControlPlane(clusterTest, {
  featureGates: { EvictionRequestAPI: true },
  apiServerFlags: { 'runtime-config': 'lifecycle.k8s.io/v1alpha1=true' },
});
afterAll(own.stop);

const requestKind = { apiVersion: 'lifecycle.k8s.io/v1alpha1', kind: 'EvictionRequest' };

function requester(controlPlane: SharedControlPlane, asked: RightsAsked = new RightsAsked()): EvictionRequester {
  const transport = connected(controlPlane, asked);
  onTestFinished(() => transport.close());
  const client = new KubeClient(transport);
  return kubeEvictionRequester(client, new Discovery(client, () => systemClock().now()));
}

clusterTest('trap 45: where EvictionRequests are not served, discovery says so', async ({ controlPlane }) => {
  expect(await requester(controlPlane).isServed()).toBe(false);
});

own.test(
  'where they are served a pod is asked for once, withdrawn, and asked for again',
  async ({ api, controlPlane, namespace }) => {
    const asked = new RightsAsked();
    const subject = requester(controlPlane, asked);
    expect(await subject.isServed()).toBe(true);
    const pod = { namespace, name: 'web-1', uid: '6d3b5c1e-0000-4000-8000-000000000001' };
    const path = `/apis/lifecycle.k8s.io/v1alpha1/namespaces/${namespace}/evictionrequests`;
    const intents = async (): Promise<readonly string[]> =>
      expectOk(await api.get(path)).items.map((item: { spec: { intent: string } }) => item.spec.intent);
    for (let time = 0; time < 2; time++) expect(await subject.request(pod)).toEqual({ kind: 'done' });
    expect(await intents()).toEqual(['Eviction']);
    for (let time = 0; time < 2; time++) expect(await subject.withdraw(pod)).toEqual({ kind: 'done' });
    expect(await intents()).toEqual(['Withdrawn']);
    expect(await subject.request(pod)).toEqual({ kind: 'done' });
    expect(await intents()).toEqual(['Eviction']);
    expect(await subject.withdraw({ ...pod, uid: 'another' })).toEqual({ kind: 'moot', why: 'gone' });
    const foreign = {
      target: { pod: { name: 'web-2', uid: pod.uid } },
      requester: 'example.org/other',
      intent: 'Eviction',
    };
    expectOk(await api.create(path, { ...requestKind, metadata: { name: 'plimsoll-not' }, spec: foreign }));
    const terminal = captured(['uninstall', '--yes'], { env: { KUBECONFIG: controlPlane.kubeconfig } });
    expect(await runProgram(terminal)).toBe(0);
    expect(terminal.out()).toMatch(/^1 objects, 0 PodMigrations, .* removed/);
    expect(expectOk(await api.get(path)).items.map(({ metadata }: KubeObject) => metadata.name)).toEqual([
      'plimsoll-not',
    ]);
    // what discovery asks for everybody may
    expect(asked.rules().filter((rule) => 'resources' in rule)).toEqual(inShort(evictionRequesterRights));
  },
);

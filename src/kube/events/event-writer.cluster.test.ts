import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { KubeClient } from '#kube/client/kube-client.ts';
import { inShort, RightsAsked } from '#kube/client/rights.ts';
import { connected } from '#kube/lease/fixtures/connected.ts';
import { clusterTest } from '#test/control-plane/cluster-test.ts';
import type { SharedControlPlane } from '#test/control-plane/global-set-up.ts';
import { expectOk } from '#test/support/kube-api.ts';
import { aContainer } from '#test/support/workloads.ts';
import type { EventDraft, Regarding } from './event-draft.ts';
import { EventWriter } from './event-writer.ts';
import { eventRights, kubeEventStore } from './kube-event-store.ts';
import { eventDefaults } from './options.ts';

const run = promisify(execFile);

const about = (regarding: Regarding, more: Partial<EventDraft> = {}): EventDraft => ({
  type: 'Normal',
  reason: 'Moved',
  action: 'Moving',
  note: 'Load 0.95 is above 0.80.',
  regarding,
  reportingController: 'plimsoll.dev/rescheduler',
  reportingInstance: 'plimsoll-0',
  at: Date.now(),
  ...more,
});

/** A writer, and what it told. */
function aWriter(controlPlane: SharedControlPlane): { writer: EventWriter; told: string[]; rights: RightsAsked } {
  const rights = new RightsAsked();
  const transport = connected(controlPlane, rights);
  onTestFinished(() => transport.close());
  const told: string[] = [];
  const writer = new EventWriter(kubeEventStore(new KubeClient(transport)), {
    ...eventDefaults,
    observer: {
      written: (how, _, count) => told.push(`${how} ${count}`),
      dropped: ({ why, fault }) => told.push(`${why}: ${fault instanceof Error ? fault.message : ''}`),
    },
  });
  onTestFinished(() => writer.flush(1000));
  return { writer, told, rights };
}

const aPod = (name: string): object => ({ metadata: { name }, spec: { containers: [aContainer()] } });

clusterTest(
  'what repeats itself is one Event with a count, as kubectl shows it',
  async ({ controlPlane, api, namespace }) => {
    const pod = expectOk(await api.create(`/api/v1/namespaces/${namespace}/pods`, aPod('web')));
    const { uid } = pod.metadata;
    const { writer, told, rights } = aWriter(controlPlane);
    const regarding = { apiVersion: 'v1', kind: 'Pod', namespace, name: 'web', uid };
    writer.publish(about(regarding));
    await writer.flush(10_000);
    writer.publish(about(regarding, { note: 'Load 0.97 is above 0.80.' }));
    writer.publish(about(regarding));
    await writer.flush(10_000);
    expect(told).toEqual(['created 1', 'counted 3']);
    expect(rights.rules()).toEqual(inShort(eventRights));

    const kubectl = async (...args: string[]): Promise<string> =>
      (await run(controlPlane.kubectl, ['--kubeconfig', controlPlane.kubeconfig, '-n', namespace, ...args])).stdout;
    const { items } = JSON.parse(
      await kubectl('get', 'events.events.k8s.io', '-o', 'json', '--field-selector', 'reason=Moved'),
    );
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      note: 'Load 0.95 is above 0.80.',
      type: 'Normal',
      action: 'Moving',
      regarding,
      reportingController: 'plimsoll.dev/rescheduler',
      reportingInstance: 'plimsoll-0',
      series: { count: 3 },
    });
    expect(await kubectl('describe', 'pod', 'web')).toMatch(
      /Normal +Moved +\S+ \(x3 over \S+\) +plimsoll.dev\/rescheduler/,
    );
  },
);

clusterTest(
  'an Event of a node is taken, and one with everything too long',
  async ({ controlPlane, api, namespace }) => {
    const { writer, told } = aWriter(controlPlane);
    const long = '🚢'.repeat(400);
    const node = { apiVersion: 'v1', kind: 'Node', name: `${namespace}:${'x'.repeat(300)}`, uid: namespace };
    writer.publish(about(node, { note: long, reason: long, action: long, reportingInstance: long }));
    writer.publish(about({ ...node, name: namespace }));
    await writer.flush(10_000);
    expect(told).toEqual(['created 1', 'created 1']);
    const stored = expectOk(await api.get('/apis/events.k8s.io/v1/namespaces/default/events')).items;
    expect(stored.filter(({ regarding }: EventDraft) => regarding.uid === namespace)).toHaveLength(2);
  },
);

clusterTest('an Event that was deleted is created again with its count', async ({ controlPlane, api, namespace }) => {
  const { writer, told } = aWriter(controlPlane);
  const regarding = { apiVersion: 'v1', kind: 'Pod', namespace, name: 'gone' };
  writer.publish(about(regarding));
  await writer.flush(10_000);
  expectOk(await api.delete(`/apis/events.k8s.io/v1/namespaces/${namespace}/events`));
  writer.publish(about(regarding));
  await writer.flush(10_000);
  expect(told).toEqual(['created 1', 'created 2']);
});

clusterTest('what the API server refuses is dropped, and why is told', async ({ controlPlane, namespace }) => {
  const { writer, told } = aWriter(controlPlane);
  writer.publish(about({ apiVersion: 'v1', kind: 'Pod', namespace, name: 'web' }, { reportingController: 'not good' }));
  writer.publish(about({ apiVersion: 'v1', kind: 'Pod', namespace: 'nowhere', name: 'web' }));
  await writer.flush(10_000);
  expect(told).toEqual([
    expect.stringMatching(/^refused: .*reportingController/),
    expect.stringMatching(/^refused: .*nowhere/),
  ]);
});

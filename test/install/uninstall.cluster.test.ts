import { afterAll, expect, onTestFinished } from 'vitest';
import { kubeReplacementMarker } from '#actuators/migrate/marks.ts';
import { kubeMigrationStore } from '#actuators/migrate/migration-store.ts';
import { lowerDeletionCost } from '#actuators/migrate/deletion-cost.ts';
import { kubeNodeMarker } from '#actuators/node-marks/kube-node-marker.ts';
import { exitCodes } from '#app/exit-codes.ts';
import { KubeClient } from '#kube/client/kube-client.ts';
import { connected } from '#kube/lease/fixtures/connected.ts';
import { podsOf } from '../support/cluster-state.ts';
import { expectOk, type KubeApi, type KubeObject } from '../support/kube-api.ts';
import { onOwnControlPlane } from '../support/own-control-plane.ts';
import { until } from '../support/until.ts';
import { aDeployment } from '../support/workloads.ts';
import { installTest } from './install-test.ts';

/** No scheduler: what is Pending needs no kubelet to end. */
const { test, stop } = onOwnControlPlane(installTest, { components: ['kube-controller-manager'] });
afterAll(stop);

type Kubectl = (...typed: readonly string[]) => Promise<string>;

/** Every object there is but for Events, by name; and of nodes and pods what is written on them. */
async function everything(api: KubeApi, kubectl: Kubectl): Promise<readonly string[]> {
  const kinds = (await kubectl('api-resources', '--verbs=list,delete', '-o', 'name'))
    .trim()
    .split('\n')
    .filter((kind) => !kind.startsWith('events'));
  const columns = 'custom-columns=K:.kind,S:.metadata.namespace,N:.metadata.name';
  const names = (await kubectl('get', kinds.join(','), '-A', '--no-headers', '-o', columns)).trim().split('\n');
  const lists = await Promise.all(['nodes', 'pods'].map((plural) => api.get(`/api/v1/${plural}`)));
  const written = lists.flatMap((list) =>
    expectOk(list).items.map(
      ({ metadata: { name, labels, annotations } }: KubeObject) => `${name} ${JSON.stringify({ labels, annotations })}`,
    ),
  );
  return [...names.map((name) => name.replaceAll(/\s+/g, ' ')), ...written].toSorted((one, other) =>
    one < other ? -1 : 1,
  );
}

test('everything of ours goes and nothing else, a move in flight is not cut in half, and twice does nothing', async ({
  api,
  controlPlane,
  namespace,
  startNodes,
  install,
  plimsoll,
  kubectl,
}) => {
  await startNodes(2);
  const [node, foreign] = [`${namespace}-0000`, `${namespace}-0001`] as const;
  // as ours are called, and not ours
  expectOk(await api.merge(`/api/v1/nodes/${foreign}`, { metadata: { annotations: { 'metrics.cpu': '0.5' } } }));
  const role = { metadata: { name: 'plimsoll-rescheduler-surge' }, rules: [] };
  expectOk(await api.create('/apis/rbac.authorization.k8s.io/v1/clusterroles', role));
  const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
  expectOk(await api.create(deployments, aDeployment('web', { replicas: 2 })));
  const [pod, replacement] = await until('two pods', async () => {
    const found = await podsOf(api, namespace, 'web');
    return found.length === 2 ? (found as [KubeObject, KubeObject]) : undefined;
  });
  const skipped = { metadata: { annotations: { 'reschedule.skipped': 'true', 'reschedule.attempt': 'mine' } } };
  expectOk(await api.merge(`/api/v1/namespaces/${namespace}/pods/${pod.metadata.name}`, skipped));
  const before = await everything(api, kubectl);

  await install('--network-policy');
  const transport = connected(controlPlane);
  onTestFinished(() => transport.close());
  const client = new KubeClient(transport);
  const { signal } = new AbortController();
  const { uid } = expectOk(await api.get(`/api/v1/nodes/${node}`)).metadata;
  const set = { 'metrics.cpu': '0.853', 'metrics.overloaded': 'true' };
  expect(await kubeNodeMarker(client).mark({ node: { name: node, uid }, set }, signal)).toEqual({ kind: 'written' });
  const marks = { originalNode: node, attempt: 1 };
  expect(await kubeReplacementMarker(client).mark(replacement.metadata, marks)).toEqual({ kind: 'done' });
  expectOk(
    await api.create('/apis/coordination.k8s.io/v1/namespaces/plimsoll-system/leases', {
      metadata: { name: 'plimsoll-rescheduler' },
      spec: { holderIdentity: 'gone', leaseDurationSeconds: 1, renewTime: '2026-11-30T10:00:00.000000Z' },
    }),
  );
  const store = kubeMigrationStore(client);
  const spec = {
    podRef: { name: pod.metadata.name, uid: pod.metadata.uid },
    mode: 'Surge',
    reason: 'It is hot.',
    deadline: '2099-01-01T00:00:00Z',
  } as const;
  const wanted = await until('PodMigrations to be served', async () => {
    const written = await store.create({ namespace, name: 'web-move', spec }).catch(() => undefined);
    return written?.kind === 'written' ? written.migration : undefined;
  });
  const status = { phase: 'Surging', since: '2026-11-30T10:00:00Z', clone: { name: 'web-clone' } } as const;
  await store.writeStatus({ ...wanted, status });
  await lowerDeletionCost(client, pod.metadata, wanted.metadata.uid);
  const clone = {
    metadata: { name: 'web-clone', labels: { app: 'web', 'plimsoll.dev/clone-for': wanted.metadata.uid } },
    spec: pod.spec,
  };
  delete clone.spec.nodeName;
  expectOk(await api.create(`/api/v1/namespaces/${namespace}/pods`, { ...clone, apiVersion: 'v1', kind: 'Pod' }));

  const dry = await plimsoll('uninstall', '--dry-run');
  expect(dry.code).toBe(0);
  for (const line of [
    `  marks on Node ${node}: metrics.cpu, metrics.overloaded`,
    `  marks on Pod ${namespace}/${replacement.metadata.name}: reschedule.attempt, reschedule.original-node`,
    '  Lease plimsoll-system/plimsoll-rescheduler',
    '  Namespace plimsoll-system',
  ])
    expect(dry.out).toContain(`${line}\n`);
  expect(dry.out).not.toContain(foreign);
  expect(dry.out).not.toContain('plimsoll-rescheduler-surge');

  expect(await plimsoll('uninstall')).toMatchObject({
    code: 2,
    err: expect.stringContaining('error[install/not-confirmed]'),
  });
  const refused = await plimsoll('uninstall', '--yes');
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(`${namespace}/web-move (Surging)`) });
  expect((await plimsoll('uninstall', '--dry-run')).out).toContain('Deployment plimsoll-system/plimsoll-rescheduler');

  const { code, out, err } = await plimsoll('uninstall', '--yes', '--abandon-moves');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(
    /^\d+ objects, 1 PodMigrations, marks on 1 nodes and 3 pods removed; nothing else was touched\.\n$/,
  );
  expect(await everything(api, kubectl)).toEqual(before);
  expect(await plimsoll('uninstall', '--yes')).toEqual({
    code: 0,
    out: 'Nothing of Plimsoll is in this cluster.\n',
    err: '',
  });
}, 180_000);

test('a namespace with something of somebody else’s in it stays, and that is told', async ({
  api,
  install,
  plimsoll,
}) => {
  await install('--role', 'collector');
  const note = { metadata: { name: 'note' }, data: { keep: 'this' } };
  expectOk(await api.create('/api/v1/namespaces/plimsoll-system/configmaps', note));
  const { code, err } = await plimsoll('uninstall', '--yes');
  expect([code, err]).toEqual([0, 'note: namespace plimsoll-system stays, for there is more in it: ConfigMap note\n']);
  expectOk(await api.get('/api/v1/namespaces/plimsoll-system/configmaps/note'));
  expect((await api.get('/apis/apps/v1/namespaces/plimsoll-system/deployments')).body.items).toEqual([]);
  expectOk(await api.delete('/api/v1/namespaces/plimsoll-system/configmaps/note'));
});

test('a role that runs elsewhere is named as soon as it is seen to live, and what it needs stays', async ({
  api,
  install,
  plimsoll,
}) => {
  await install('--role', 'collector');
  const leases = '/apis/coordination.k8s.io/v1/namespaces/plimsoll-system/leases';
  const renewed = (): KubeObject => ({ renewTime: new Date().toISOString().replace('Z', '000Z') });
  const spec = { holderIdentity: 'laptop', leaseDurationSeconds: 15, ...renewed() };
  expectOk(await api.create(leases, { metadata: { name: 'plimsoll-collector' }, spec }));
  const renewing = setInterval(() => void api.merge(`${leases}/plimsoll-collector`, { spec: renewed() }), 500);
  const { code, err } = await plimsoll('uninstall', '--yes').finally(() => clearInterval(renewing));
  expect([code, err]).toEqual([
    exitCodes.outside,
    expect.stringMatching(/install\/still-running.*role collector writes: laptop still runs it/),
  ]);
  expectOk(await api.get('/api/v1/namespaces/plimsoll-system/configmaps/plimsoll-config'));
  expectOk(await api.merge(`${leases}/plimsoll-collector`, { spec: { holderIdentity: '' } }));
  expect((await plimsoll('uninstall', '--yes')).code).toBe(0);
});

test('a move that somebody sees to its end is waited for, and no other begins meanwhile', async ({
  api,
  controlPlane,
  namespace,
  install,
  plimsoll,
}) => {
  await install('--role', 'rescheduler');
  const leases = '/apis/coordination.k8s.io/v1/namespaces/plimsoll-system/leases';
  const renewTime = new Date().toISOString().replace('Z', '000Z');
  const spec = { holderIdentity: 'busy', leaseDurationSeconds: 3600, renewTime };
  expectOk(await api.create(leases, { metadata: { name: 'plimsoll-rescheduler' }, spec }));
  const transport = connected(controlPlane);
  onTestFinished(() => transport.close());
  const store = kubeMigrationStore(new KubeClient(transport));
  const wanted = await until('PodMigrations to be served', async () => {
    const podRef = { name: 'web', uid: 'u' };
    const move = { podRef, mode: 'Evict', reason: 'It is hot.', deadline: '2099-01-01T00:00:00Z' } as const;
    const written = await store.create({ namespace, name: 'web-move', spec: move }).catch(() => undefined);
    return written?.kind === 'written' ? written.migration : undefined;
  });
  const since = '2026-11-30T10:00:00Z';
  const begun = await store.writeStatus({ ...wanted, status: { phase: 'Evicting', since } });
  if (begun.kind !== 'written') throw new Error(begun.kind);
  const uninstalling = plimsoll('uninstall', '--yes');
  await until('the pause to be written', async () => {
    const { body } = await api.get('/api/v1/namespaces/plimsoll-system/configmaps/plimsoll-control');
    return body.data?.paused === 'true' ? true : undefined;
  });
  expectOk(await api.get('/apis/apps/v1/namespaces/plimsoll-system/deployments/plimsoll-rescheduler'));
  const ended = await store.writeStatus({ ...begun.migration, status: { phase: 'Succeeded', since } });
  expect(ended.kind).toBe('written');
  expectOk(await api.merge(`${leases}/plimsoll-rescheduler`, { spec: { holderIdentity: '' } }));
  expect(await uninstalling).toMatchObject({ code: 0, err: '' });
});

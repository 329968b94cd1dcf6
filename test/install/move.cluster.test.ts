import { expect, type TestAPI } from 'vitest';
import { isFinished, type PodMigration } from '#api/pod-migration.ts';
import { runProgram } from '#app/program.ts';
import type { Ran } from '../cli/cli-test.ts';
import type { ClusterFixtures } from '../control-plane/cluster-test.ts';
import { captured } from '../support/captured.ts';
import { readyPods } from '../support/cluster-state.ts';
import { expectOk, type KubeObject } from '../support/kube-api.ts';
import { migrationTest, type Mover } from '../support/migration/migration-test.ts';
import { until } from '../support/until.ts';
import { aContainer, aDeployment } from '../support/workloads.ts';

type Plimsoll = (...typed: readonly string[]) => Promise<Ran>;

const test: TestAPI<ClusterFixtures & { mover: Mover } & { plimsoll: Plimsoll }> = migrationTest.extend<{
  plimsoll: Plimsoll;
}>({
  plimsoll: async ({ controlPlane, namespace }, use) => {
    await use(async (...typed) => {
      const flags = ['--lease-namespace', namespace, '--minimum-pod-age', '1s'];
      const env = { KUBECONFIG: controlPlane.kubeconfig };
      const terminal = captured([...typed, ...flags], { env });
      const code = await runProgram(terminal);
      return { code, out: terminal.out(), err: terminal.err() };
    });
  },
});

async function migrationsIn(mover: Mover, namespace: string): Promise<readonly PodMigration[]> {
  return (await mover.edges.store.list()).filter(({ metadata }) => metadata.namespace === namespace);
}

test('move: a pod leaves by surge, each phase is told as it comes, and the exit code says that it came off', async ({
  api,
  namespace,
  startNodes,
  mover,
  plimsoll,
}) => {
  await startNodes(3);
  const deployment = aDeployment('web', { replicas: 2, nodeSelector: { pool: namespace } });
  expectOk(await api.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment));
  const [hot] = (await readyPods(api, namespace, 'web', 2)) as [KubeObject];
  const moving = plimsoll('move', 'pod', `${namespace}/${hot.metadata.name}`, '--reason', 'It is noisy.');
  const created = await until('the PodMigration to be approved', async () => {
    const [only] = await migrationsIn(mover, namespace);
    return only?.status?.phase === 'Approved' ? only : undefined;
  });
  expect(created.spec).toMatchObject({ mode: 'Auto', reason: 'It is noisy.', podRef: { uid: hot.metadata.uid } });
  const again = await plimsoll('move', 'pod', `${namespace}/${hot.metadata.name}`);
  expect(again).toMatchObject({
    code: 1,
    out: expect.stringMatching(/PodMigration \S+ moves it already \(Approved\)/),
  });
  await mover.finish(created);
  const { code, out } = await moving;
  expect(out.split('\n')[0]).toBe(
    `PodMigration ${namespace}/${created.metadata.name}: pod ${hot.metadata.name} is to leave ${hot.spec.nodeName}.`,
  );
  const phases = out.split('\n').flatMap((line) => /^\d\d:\d\d:\d\d {3}(\w+) /.exec(line)?.[1] ?? []);
  expect(new Set(phases)).toEqual(new Set(['Approved', 'Surging', 'Settling', 'Succeeded']));
  expect(out).toContain('Approved by admin.');
  expect(code).toBe(0);
  const approval = await plimsoll('approve', `${namespace}/${created.metadata.name}`);
  expect(approval).toMatchObject({ code: 1, out: expect.stringMatching(/: it is over \(Succeeded\)\. /) });
});

test('move: a rescheduler in mode propose that looks at it first is no obstacle', async ({
  api,
  namespace,
  startNodes,
  mover,
  plimsoll,
}) => {
  await startNodes(2);
  const deployment = aDeployment('web', { replicas: 2, nodeSelector: { pool: namespace } });
  expectOk(await api.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment));
  const [hot] = (await readyPods(api, namespace, 'web', 2)) as [KubeObject];
  const moving = plimsoll('move', 'pod', `${namespace}/${hot.metadata.name}`, '--wait', '0s');
  let fresh: PodMigration | undefined;
  while (fresh === undefined) [fresh] = await migrationsIn(mover, namespace);
  await mover.edges.store.writeStatus({ ...fresh, status: { phase: 'Proposed', since: new Date().toISOString() } });
  // a pod of less than a second has to wait, an older one for a node of which load is known: none is, to the command
  const waits = 'Not now: it started \\d s ago, less than 1 s|No node could take the pod and stay under its line';
  const err = expect.stringMatching(new RegExp(`^note: it will wait: (${waits})\n$`));
  expect(await moving).toMatchObject({ code: 0, err });
  expect(await mover.read(fresh)).toMatchObject({ status: { phase: 'Approved' } });
});

test('move: what the gates refuse is refused with what would free it, and nothing is created', async ({
  api,
  namespace,
  startNodes,
  mover,
  plimsoll,
}) => {
  await startNodes(2);
  const [one, other] = [`${namespace}-0000`, `${namespace}-0001`];
  const bare = { metadata: { name: 'bare' }, spec: { nodeName: one, containers: [aContainer()] } };
  expectOk(await api.create(`/api/v1/namespaces/${namespace}/pods`, bare));
  const deployment = aDeployment('web', { replicas: 2, nodeSelector: { pool: namespace } });
  expectOk(await api.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment));
  const [web] = (await readyPods(api, namespace, 'web', 2)) as [KubeObject];
  const target = web.spec.nodeName === one ? other : one;
  expectOk(await api.merge(`/api/v1/nodes/${target}`, { spec: { unschedulable: true } }));
  const move = (name: string, ...flags: readonly string[]): Promise<Ran> =>
    plimsoll('move', 'pod', '-n', namespace, name, '--no-wait', ...flags);

  const cases: readonly (readonly [name: string, flags: readonly string[], says: RegExp])[] = [
    ['bare', [], /nobody would make it again: it has no owner\. To free it: run it by a Deployment/],
    [web.metadata.name, ['--to', web.spec.nodeName], /it runs on \S+ already/],
    [web.metadata.name, ['--to', 'moon'], /there is no node moon that it could go to/],
    [web.metadata.name, ['--to', target], /the scheduler would not place it on \S+: node\(s\) were unschedulable/],
  ];
  for (const [name, flags, says] of cases) {
    const { code, out } = await move(name, ...flags);
    expect([code, out]).toEqual([1, expect.stringMatching(says)]);
  }
  expect(await move('nobody')).toMatchObject({ code: 2, err: expect.stringContaining('look/no-such-object') });
  await plimsoll('pause', '--reason', 'Not today.');
  expect(await move(web.metadata.name)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/moves are paused since \S+: Not today\. \(admin\); `plimsoll resume` frees them/),
  });
  await plimsoll('resume');
  expect(await migrationsIn(mover, namespace)).toEqual([]);
  const { code, out } = await move(web.metadata.name, '-o', 'json');
  expect([code, JSON.parse(out).status.phase]).toEqual([0, 'Approved']);
});

test('approve: what is proposed may be carried out; twice changes nothing', async ({
  api,
  namespace,
  startNodes,
  mover,
  plimsoll,
}) => {
  await startNodes(1);
  const deployment = aDeployment('web', { replicas: 1, nodeSelector: { pool: namespace } });
  expectOk(await api.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment));
  const [pod] = (await readyPods(api, namespace, 'web', 1)) as [KubeObject];
  const { metadata } = await mover.want(pod, 'Evict');
  const name = `${namespace}/${metadata.name}`;
  expect(await plimsoll('approve', name)).toMatchObject({ code: 0, out: `${name}: approved\n` });
  const [approved] = await migrationsIn(mover, namespace);
  expect(approved!.status).toMatchObject({ phase: 'Approved' });
  expect(isFinished(approved!)).toBe(false);
  expect(await plimsoll('approve', name)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/: it was approved before, and is in phase Approved\. Approved by admin\./),
  });
  expect(await plimsoll('approve', `${namespace}/nothing`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('error[act/no-such-migration]'),
  });
});

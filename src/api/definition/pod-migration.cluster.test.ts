import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, type TestAPI } from 'vitest';
import { podMigrationSchema } from '#api/pod-migration.ts';
import { type ClusterFixtures, clusterTest } from '#test/control-plane/cluster-test.ts';
import { installKinds } from '#test/control-plane/install-kinds.ts';
import { grant } from '#test/support/grant.ts';
import { expectOk, KubeApi, type KubeAnswer, type KubeObject } from '#test/support/kube-api.ts';
import { until } from '#test/support/until.ts';

interface Migrations {
  readonly path: string;
  readonly create: (change?: KubeObject, query?: string) => Promise<KubeAnswer>;
  readonly setStatus: (name: string, status: KubeObject) => Promise<KubeAnswer>;
}

const test: TestAPI<ClusterFixtures & { migrations: Migrations }> = clusterTest.extend<{ migrations: Migrations }>({
  migrations: async ({ api, namespace }, use) => {
    await installKinds(api);
    const path = `/apis/plimsoll.dev/v1/namespaces/${namespace}/podmigrations`;
    await use({
      path,
      create: (change, query = '') => api.create(`${path}${query}`, aMigration(change)),
      setStatus: (name, status) => api.merge(`${path}/${name}/status`, { status }),
    });
  },
});

const podRef = { name: 'web-1', uid: '6d3b' };
const deadline = '2026-11-30T10:00:00Z';
const since = '2026-11-30T09:00:00.123Z';

const aMigration = (spec: KubeObject = {}): KubeObject => ({
  apiVersion: 'plimsoll.dev/v1',
  kind: 'PodMigration',
  metadata: { name: 'web-1-a' },
  spec: { podRef, reason: 'n1 is hot.', deadline, ...spec },
});

test('a valid one is taken, its mode is Auto, and what is read back is what the schema takes', async ({
  migrations,
}) => {
  const predicted = { source: { cpu: '0.750' }, target: { cpu: '0.400' } };
  const planned = { for: 'MakesRoom', makesRoomFor: { name: 'web-2', uid: 'b' }, worthMinutes: 120, predicted };
  const created = expectOk(await migrations.create({ targetNode: 'n2', planned }));
  expect(created.spec).toMatchObject({ mode: 'Auto', planned });
  expect(created.status).toBeUndefined();
  const status = {
    phase: 'Surging',
    since,
    sourceNode: 'n1',
    workload: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'd' },
    clone: { name: 'web-1-b' },
    attempts: 1,
    eve: { newest: deadline, uids: ['a'] },
    undoing: { towards: 'Failed', reason: 'CloneNeverReady', message: 'The clone did not become ready.' },
    predicted,
    conditions: [{ type: 'Progressing', status: 'True', reason: 'Surging', message: '', lastTransitionTime: since }],
    history: [{ at: since, phase: 'Surging', reason: 'Surging', message: 'A clone is started.' }],
  };
  const written = expectOk(await migrations.setStatus('web-1-a', status));
  expect(written.status).toEqual(status);
  expect(podMigrationSchema.parse(written)).toMatchObject({ spec: { mode: 'Auto', planned }, status });
});

const refused: readonly { readonly what: string; readonly spec: KubeObject; readonly says: RegExp }[] = [
  { what: 'no pod', spec: { podRef: undefined }, says: /spec\.podRef: Required value/ },
  { what: 'a pod without uid', spec: { podRef: { name: 'web-1' } }, says: /spec\.podRef\.uid: Required value/ },
  { what: 'an empty uid', spec: { podRef: { name: 'web-1', uid: '' } }, says: /spec\.podRef\.uid.*at least 1 char/ },
  { what: 'a mode that is none', spec: { mode: 'Delete' }, says: /spec\.mode: Unsupported value: "Delete".*"Auto"/ },
  { what: 'no reason', spec: { reason: undefined }, says: /spec\.reason: Required value/ },
  { what: 'a reason that is a book', spec: { reason: 'x'.repeat(1025) }, says: /spec\.reason: Too long/ },
  { what: 'a deadline that is none', spec: { deadline: 'soon' }, says: /spec\.deadline.*date-time/ },
  { what: 'no deadline', spec: { deadline: undefined }, says: /spec\.deadline: Required value/ },
  { what: 'an empty target', spec: { targetNode: '' }, says: /spec\.targetNode.*at least 1 char/ },
  {
    what: 'a plan that says not why',
    spec: { planned: { worthMinutes: 1, predicted: {} } },
    says: /planned\.for: Required/,
  },
  { what: 'a field misspelt', spec: { tragetNode: 'n2' }, says: /unknown field "spec\.tragetNode"/ },
];
for (const { what, spec, says } of refused) {
  test(`${what} is refused`, async ({ migrations }) => {
    const { status, body } = await migrations.create(spec, '?fieldValidation=Strict');
    expect([400, 422]).toContain(status);
    expect(body.message).toMatch(says);
  });
}

test('the spec never changes', async ({ api, migrations }) => {
  expectOk(await migrations.create());
  const { status, body } = await api.merge(`${migrations.path}/web-1-a`, { spec: { mode: 'Evict' } });
  expect(status).toBe(422);
  expect(body.message).toMatch(/spec is immutable: delete this PodMigration and create another/);
});

test('a target that turns out to be the source is refused', async ({ migrations }) => {
  expectOk(await migrations.create({ targetNode: 'n1' }));
  const { status, body } = await migrations.setStatus('web-1-a', { phase: 'Approved', since, sourceNode: 'n1' });
  expect(status).toBe(422);
  expect(body.message).toMatch(/spec\.targetNode is the node that the pod is to leave/);
});

test('a status with a phase that is none is refused, and a finished one stays finished', async ({ migrations }) => {
  expectOk(await migrations.create());
  const { body } = await migrations.setStatus('web-1-a', { phase: 'Dancing', since });
  expect(body.message).toMatch(/status\.phase: Unsupported value: "Dancing"/);
  expectOk(await migrations.setStatus('web-1-a', { phase: 'Failed', since }));
  const again = await migrations.setStatus('web-1-a', { phase: 'Approved', since });
  expect(again.status).toBe(422);
  expect(again.body.message).toMatch(/a finished PodMigration stays finished/);
});

test('it reads as a story', async ({ controlPlane, namespace, migrations }) => {
  expectOk(await migrations.create({ targetNode: 'n2' }));
  const message = 'The replacement web-1-c runs on n2; n1 cooled from 0.91 to 0.74.';
  const conditions = [
    { type: 'Progressing', status: 'False', reason: 'Cooled', message, lastTransitionTime: since },
    { type: 'Landed', status: 'True', reason: 'Ready', message: 'elsewhere', lastTransitionTime: since },
  ];
  expectOk(
    await migrations.setStatus('web-1-a', {
      phase: 'Succeeded',
      since,
      sourceNode: 'n1',
      landedNode: 'n2',
      conditions,
    }),
  );
  for (const name of ['pm', 'plimsoll']) {
    const { stdout } = await promisify(execFile)(controlPlane.kubectl, [
      '--kubeconfig',
      controlPlane.kubeconfig,
      '-n',
      namespace,
      'get',
      name,
    ]);
    const [header, row] = stdout.trim().split('\n');
    expect(header!.split(/\s{2,}/)).toEqual(['NAME', 'POD', 'FROM', 'TO', 'PHASE', 'SAYS', 'AGE']);
    expect(row!.split(/\s{2,}/).slice(0, 6)).toEqual(['web-1-a', 'web-1', 'n1', 'n2', 'Succeeded', message]);
  }
});

test('only who may evict there may create or approve one', async ({ api, controlPlane, namespace, migrations }) => {
  const rules = [{ apiGroups: ['plimsoll.dev'], resources: ['podmigrations', 'podmigrations/status'], verbs: ['*'] }];
  const evicts = [{ apiGroups: [''], resources: ['pods/eviction'], verbs: ['create'] }];
  await grant(api, { namespace, user: 'ann', rules });
  await grant(api, { namespace, user: 'bob', rules: [...rules, ...evicts] });
  const [ann, bob] = [new KubeApi({ ...controlPlane, user: 'ann' }), new KubeApi({ ...controlPlane, user: 'bob' })];
  onTestFinished(() => [ann, bob].forEach((user) => user.close()));

  const refusal = await until('the policy to be in force', async () => {
    const answer = await ann.create(`${migrations.path}?dryRun=All`, aMigration());
    return answer.status === 403 ? answer : undefined;
  });
  expect(refusal.body.message).toMatch(
    /takes the right to create pods\/eviction in namespace test-\w+, which ann does/,
  );
  expect((await ann.create(migrations.path, aMigration())).status).toBe(403);
  expectOk(await bob.create(migrations.path, aMigration()));

  const statusPath = `${migrations.path}/web-1-a/status`;
  const phase = (name: string): KubeObject => ({ status: { phase: name, since } });
  expectOk(await ann.merge(statusPath, phase('Proposed')));
  for (const acting of ['Approved', 'Surging', 'Evicting', 'Requested']) {
    expect((await ann.merge(statusPath, phase(acting))).status).toBe(403);
  }
  expectOk(await bob.merge(statusPath, phase('Approved')));
  expectOk(await ann.merge(statusPath, phase('Withdrawn')));
});

import { describe, expect } from 'vitest';
import type { PodMigration } from '#api/pod-migration.ts';
import { podsOf, readyPods } from '#test/support/cluster-state.ts';
import { expectOk, type KubeApi, type KubeObject } from '#test/support/kube-api.ts';
import { migrationTest as test } from '#test/support/migration/migration-test.ts';
import { until } from '#test/support/until.ts';
import { aBudget, aDeployment } from '#test/support/workloads.ts';

async function started(api: KubeApi, namespace: string): Promise<KubeObject[]> {
  const deployment = aDeployment('web', { replicas: 3, nodeSelector: { pool: namespace } });
  expectOk(await api.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment));
  return readyPods(api, namespace, 'web', 3);
}

async function guarded(api: KubeApi, namespace: string, minAvailable: number, name = 'web'): Promise<string> {
  const path = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
  expectOk(await api.create(path, aBudget(name, 'web', minAvailable)));
  await until('the budget to count its pods', async () =>
    expectOk(await api.get(`${path}/${name}`)).status?.currentHealthy === 3 ? true : undefined,
  );
  return `${path}/${name}`;
}

const last = ({
  status,
}: PodMigration): { readonly phase: string; readonly reason: string; readonly message: string } =>
  status!.history!.at(-1)!;
const uids = (pods: readonly KubeObject[]): readonly string[] => pods.map(({ metadata }) => metadata.uid);

describe('evictions on a real control plane, from wish to end', () => {
  test('trap 41: with a budget of one the pod goes, its replacement is found by owner and marked', async ({
    api,
    namespace,
    startNodes,
    mover,
  }) => {
    await startNodes(4);
    const [hot] = await started(api, namespace);
    await guarded(api, namespace, 2);
    const ended = await mover.finish(await mover.want(hot, 'Evict'));
    const after = await readyPods(api, namespace, 'web', 3);
    expect(uids(after)).not.toContain(hot!.metadata.uid);
    const replacement = after.find(({ metadata }) => metadata.uid === ended.status!.replacement!.uid);
    expect(replacement!.metadata.annotations).toMatchObject({
      'reschedule.original-node': hot!.spec.nodeName,
      'reschedule.attempt': '1',
    });
    // nothing steers it: landing where it came from is a failure that says so
    const cameBack = replacement!.spec.nodeName === hot!.spec.nodeName;
    expect(last(ended)).toMatchObject(cameBack ? { phase: 'Failed', reason: 'CameBack' } : { phase: 'Succeeded' });
  });

  test('B-05: a budget that allows none is waited for, and the pod stays; when it allows one, the pod goes', async ({
    api,
    namespace,
    startNodes,
    mover,
  }) => {
    await startNodes(4);
    const pods = await started(api, namespace);
    const budget = await guarded(api, namespace, 3);
    const migration = await mover.want(pods[0], 'Evict');
    const held = await mover.until(migration, ({ status }) => (status?.waits ?? 0) >= 2);
    expect(last(held)).toMatchObject({ phase: 'Evicting', reason: 'BudgetSpent' });
    expect(last(held).message).toMatch(/The disruption budget web needs 3 healthy pods and has 3 currently/);
    expect(held.status!.attempts).toBeUndefined();
    expect(uids(await podsOf(api, namespace, 'web')).toSorted()).toEqual(uids(pods).toSorted());
    expectOk(await api.merge(budget, { spec: { minAvailable: 2 } }));
    const ended = await mover.finish(migration);
    expect(['Succeeded', 'Failed']).toContain(last(ended).phase);
    expect(ended.status!.toldToGoAt).toBeDefined();
  });

  test('B-05: held until the deadline it is refused, with the budget by name, and no budget was spent', async ({
    api,
    namespace,
    startNodes,
    mover,
  }) => {
    await startNodes(4);
    const pods = await started(api, namespace);
    const budget = await guarded(api, namespace, 3);
    const ended = await mover.finish(await mover.want(pods[0], 'Evict', 2000));
    expect(last(ended)).toMatchObject({ phase: 'Refused', reason: 'DeadlinePassed' });
    expect(last(ended).message).toMatch(/budget web needs 3 healthy pods/);
    expect(expectOk(await api.get(budget)).status.disruptedPods ?? {}).toEqual({});
    expect(uids(await podsOf(api, namespace, 'web')).toSorted()).toEqual(uids(pods).toSorted());
  });

  test('B-06, trap 42: two budgets are refused at once, both by name', async ({
    api,
    namespace,
    startNodes,
    mover,
  }) => {
    await startNodes(4);
    const pods = await started(api, namespace);
    await guarded(api, namespace, 1);
    await guarded(api, namespace, 1, 'front');
    const ended = await mover.finish(await mover.want(pods[0], 'Evict'));
    expect(last(ended)).toMatchObject({ phase: 'Refused', reason: 'TwoBudgets' });
    expect(last(ended).message).toMatch(/is under 2 disruption budgets, front and web/);
    expect(ended.status!.attempts).toBeUndefined();
    expect(uids(await podsOf(api, namespace, 'web')).toSorted()).toEqual(uids(pods).toSorted());
  });

  test('trap 43: a StatefulSet’s new pod of the old name is not the one that was meant', async ({
    api,
    namespace,
    startNodes,
    mover,
  }) => {
    await startNodes(3);
    const { spec } = aDeployment('db', { replicas: 1, nodeSelector: { pool: namespace } });
    const { replicas, selector, template } = spec;
    const statefulSet = { metadata: { name: 'db' }, spec: { replicas, selector, template, serviceName: 'db' } };
    expectOk(await api.create(`/apis/apps/v1/namespaces/${namespace}/statefulsets`, statefulSet));
    const [former] = await readyPods(api, namespace, 'db', 1);
    const migration = await mover.want(former, 'Evict');
    await mover.until(migration, ({ status }) => status?.phase === 'Evicting');
    expectOk(await api.delete(`/api/v1/namespaces/${namespace}/pods/db-0`));
    const latter = await until('a new db-0', async () => {
      const [pod] = await podsOf(api, namespace, 'db');
      return pod !== undefined && pod.metadata.uid !== former!.metadata.uid ? pod : undefined;
    });
    expect(last(await mover.finish(migration))).toMatchObject({ phase: 'Withdrawn', reason: 'PodGone' });
    expect(uids(await readyPods(api, namespace, 'db', 1))).toEqual([latter.metadata.uid]);
  });

  test('a crash between the eviction and the word of it: whoever comes next sees it off, and evicts nothing', async ({
    api,
    namespace,
    startNodes,
    mover,
  }) => {
    await startNodes(4, { behaviour: () => ({ terminatesAfterMs: 1500 }) });
    const [hot] = await started(api, namespace);
    const migration = await mover.want(hot, 'Evict');
    const rehearsed = await mover.until(migration, ({ status }) => status?.rehearsedAt !== undefined);
    const status = { ...rehearsed.status!, evictionSentAt: rehearsed.status!.rehearsedAt };
    expect(await mover.edges.store.writeStatus({ ...rehearsed, status })).toMatchObject({ kind: 'written' });
    const { name, uid } = hot!.metadata;
    expect(await mover.edges.hands.evictor.evict({ namespace, name, uid })).toEqual({ kind: 'done' });
    const next = await mover.step(migration);
    expect(next).toMatchObject({ kind: 'carried', migration: { status: { phase: 'Settling' } } });
    expect(next).not.toHaveProperty('done');
    expect((await mover.finish(migration)).status!.replacement).toBeDefined();
    await readyPods(api, namespace, 'web', 3);
  });
});

import { expect } from 'vitest';
import { aStore } from '#test/support/a-load.ts';
import type { PodBehaviour } from '#test/hollow-nodes/pod-life.ts';
import { podsOf } from '#test/support/cluster-state.ts';
import { expectOk, type KubeObject } from '#test/support/kube-api.ts';
import { clonesOf, isClone, moveTest as test } from '#test/support/moves/move-test.ts';
import { until } from '#test/support/until.ts';
import { aBudget } from '#test/support/workloads.ts';

const unreadyClones = test.extend<{ behaviour: (pod: KubeObject) => Partial<PodBehaviour> }>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture that needs none
  behaviour: async ({}, use) =>
    use((pod) => (isClone(pod) ? { life: { kind: 'runs', startsAfterMs: 0, readyAfterMs: Infinity } } : {})),
});

unreadyClones('a clone that never gets ready is taken back', async ({ stage, controlPlane: door }) => {
  const app = await stage.start('web');
  stage.replica({ door, steps: { readyWithinMs: 1500 } });
  const move = await stage.want(app, 'Surge');
  await stage.ended(move);
  expect(await stage.expectTruth(app, move)).toBe('Failed/CloneNeverReady');
  expect(app.ready.least()).toBe(app.replicas);
});

unreadyClones(
  'trap 55: a Deployment rolled in mid-surge takes the clone back',
  async ({ api, namespace, stage, controlPlane: door }) => {
    const app = await stage.start('web');
    stage.replica({ door });
    const move = await stage.want(app, 'Surge');
    await until('the clone', async () => ((await clonesOf(api, namespace, app)).length > 0 ? true : undefined));
    const template = { metadata: { annotations: { v: '2' } } };
    expectOk(await api.merge(`/apis/apps/v1/namespaces/${namespace}/deployments/web`, { spec: { template } }));
    const { status } = await stage.ended(move);
    expect(status!.phase).toBe('Withdrawn');
    await until('the clone to be gone', async () =>
      (await clonesOf(api, namespace, app)).length === 0 ? true : undefined,
    );
    expect((await podsOf(api, namespace, 'web')).some(isClone)).toBe(false);
  },
);

unreadyClones('the user deletes the pod in mid-surge', async ({ api, namespace, stage, controlPlane: door }) => {
  const app = await stage.start('web');
  stage.replica({ door });
  const move = await stage.want(app, 'Surge');
  await until('the clone', async () => ((await clonesOf(api, namespace, app)).length > 0 ? true : undefined));
  expectOk(await api.delete(`/api/v1/namespaces/${namespace}/pods/${app.hot.metadata.name}`));
  const { status } = await stage.ended(move);
  expect(status!.phase).toBe('Withdrawn');
  await until('the clone to be gone', async () =>
    (await clonesOf(api, namespace, app)).length === 0 ? true : undefined,
  );
});

test('B-14: a quota that is full refuses the clone', async ({ api, namespace, stage, controlPlane: door }) => {
  const app = await stage.start('web');
  const quotas = `/api/v1/namespaces/${namespace}/resourcequotas`;
  expectOk(await api.create(quotas, { metadata: { name: 'full' }, spec: { hard: { pods: '2' } } }));
  await until('the quota to be counted', async () =>
    expectOk(await api.get(`${quotas}/full`)).status?.used?.pods === '2' ? true : undefined,
  );
  stage.replica({ door });
  const move = await stage.want(app, 'Surge');
  await stage.ended(move);
  expect(await stage.expectTruth(app, move)).toBe('Refused/CloneRefused');
  expect(app.ready.least()).toBe(app.replicas);
});

test('fact 5 b: another replica is unready at the adoption, and is waited for', async ({
  api,
  namespace,
  stage,
  controlPlane: door,
}) => {
  const app = await stage.start('web', 3);
  const other = (await podsOf(api, namespace, 'web')).find(({ metadata }) => metadata.uid !== app.hot.metadata.uid);
  const setReady = async (status: 'True' | 'False'): Promise<void> => {
    const path = `/api/v1/namespaces/${namespace}/pods/${other!.metadata.name}/status`;
    expectOk(await api.patch(path, { status: { conditions: [{ type: 'Ready', status }] } }));
  };
  let isFirst = true;
  stage.replica({
    door,
    hands: ({ surger, ...hands }) => ({
      ...hands,
      surger: {
        ...surger,
        async adoptClone(...by) {
          if (!isFirst) return surger.adoptClone(...by);
          isFirst = false;
          await setReady('False');
          const outcome = await surger.adoptClone(...by);
          expect(outcome.kind).toBe('held');
          await setReady('True');
          return outcome;
        },
      },
    }),
  });
  const move = await stage.want(app, 'Surge');
  await stage.ended(move);
  expect((await podsOf(api, namespace, 'web')).map(({ metadata }) => metadata.uid)).toContain(other!.metadata.uid);
  expect(await stage.expectTruth(app, move)).toBe('Succeeded/Cooled');
  expect(app.ready.least()).toBe(app.replicas); // the clone was ready while the other was not
});

test('B-05: a budget is spent by another between rehearsal and eviction', async ({
  api,
  namespace,
  stage,
  controlPlane: door,
}) => {
  const app = await stage.start('web');
  const budgets = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
  expectOk(await api.create(budgets, aBudget('web', 'web', 1)));
  const allowance = async (least: number, count: number): Promise<void> => {
    expectOk(await api.merge(`${budgets}/web`, { spec: { minAvailable: least } }));
    await until('the budget to be counted', async () =>
      expectOk(await api.get(`${budgets}/web`)).status?.disruptionsAllowed === count ? true : undefined,
    );
  };
  await allowance(1, 1);
  const heldBy: string[] = [];
  stage.replica({
    door,
    hands: ({ evictor, ...hands }) => ({
      ...hands,
      evictor: {
        ...evictor,
        async evict(...by) {
          if (heldBy.length > 0) return evictor.evict(...by);
          await allowance(2, 0);
          const outcome = await evictor.evict(...by);
          heldBy.push(outcome.kind);
          await allowance(1, 1);
          return outcome;
        },
      },
    }),
  });
  const move = await stage.want(app, 'Evict');
  await stage.ended(move);
  expect(heldBy).toEqual(['held']);
  expect(await stage.expectTruth(app, move)).toMatch(/^(Succeeded\/Cooled|Failed\/CameBack)$/);
});

test('Prometheus is gone: nothing is begun, and what was wanted is given up at its deadline', async ({
  stage,
  controlPlane: door,
}) => {
  const apps = await Promise.all([stage.start('goes'), stage.start('surges')]);
  const blind = aStore();
  stage.replica({ door, load: (now) => blind.view(now) });
  const moves = [await stage.want(apps[0], 'Evict', 1500), await stage.want(apps[1], 'Surge', 1500)] as const;
  await Promise.all(moves.map((move) => stage.ended(move)));
  for (const [at, app] of apps.entries()) {
    expect(await stage.expectTruth(app, moves[at]!)).toMatch(/\/DeadlinePassed$/);
    expect(app.ready.least()).toBe(app.replicas);
  }
});

test('the node of a pod on its way out is lost: the pod is told to be stuck, and nothing more is done to it', async ({
  api,
  namespace,
  stage,
  mover,
  controlPlane: door,
}) => {
  const app = await stage.start('web', 2, { terminationGracePeriodSeconds: 1 });
  stage.cluster.silence(app.hot.spec.nodeName);
  stage.replica({ door, steps: { stuckAfterMs: 500 } });
  const move = await stage.want(app, 'Evict');
  const { status } = await stage.ended(move);
  expect(`${status!.phase}/${status!.history!.at(-1)!.reason}`).toBe('Failed/Stuck');
  const path = `/api/v1/namespaces/${namespace}/pods/${app.hot.metadata.name}`;
  expect(expectOk(await api.get(path)).metadata).toMatchObject({ uid: app.hot.metadata.uid });
  await stage.cluster.wake(app.hot.spec.nodeName);
  expect((await mover.read(move)).status!.phase).toBe('Failed');
});

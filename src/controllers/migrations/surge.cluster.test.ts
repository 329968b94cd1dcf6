import { describe, expect, onTestFinished, type TestAPI } from 'vitest';
import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import type { PodMigration } from '#api/pod-migration.ts';
import { DELETION_COST } from '#decisions/rescheduling/migration/surge/deletion-cost.ts';
import type { ClusterFixtures } from '#test/control-plane/cluster-test.ts';
import type { PodBehaviour } from '#test/hollow-nodes/pod-life.ts';
import { podsOf, readyPods } from '#test/support/cluster-state.ts';
import { expectOk, type KubeObject } from '#test/support/kube-api.ts';
import { migrationTest, type Mover } from '#test/support/migration/migration-test.ts';
import { countReady, type ReadyCounter } from '#test/support/migration/ready-counter.ts';
import { until } from '#test/support/until.ts';
import { aBudget, aDeployment } from '#test/support/workloads.ts';

interface Web {
  /** Starts `web` and counts its ready pods from then on. */
  readonly start: (replicas: number, clones?: Partial<PodBehaviour>, spec?: KubeObject) => Promise<KubeObject[]>;
  readonly pods: () => Promise<KubeObject[]>;
  readonly leastReady: () => number;
  /** What must be so after every end: replicas as wished, and nothing of ours left on any pod but the two marks. */
  readonly expectTidy: (replicas: number) => Promise<void>;
  readonly setReady: (pod: KubeObject, status: 'True' | 'False') => Promise<void>;
  readonly deployments: string;
}

const test: TestAPI<ClusterFixtures & { mover: Mover; web: Web }> = migrationTest.extend<{ web: Web }>({
  web: async ({ api, namespace, startNodes }, use) => {
    const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    const pods = (): Promise<KubeObject[]> => podsOf(api, namespace, 'web');
    let counter: ReadyCounter | undefined;
    onTestFinished(() => counter?.stop());
    await use({
      deployments,
      pods,
      async start(replicas, clones = {}, spec = {}) {
        const behaviour = (pod: KubeObject): Partial<PodBehaviour> => (isClone(pod) ? clones : {});
        await startNodes(4, { behaviour });
        const deployment = aDeployment('web', { replicas, nodeSelector: { pool: namespace } });
        Object.assign(deployment.spec, spec);
        expectOk(await api.create(deployments, deployment));
        const ready = await readyPods(api, namespace, 'web', replicas);
        await until('the Deployment to count them', async () => {
          const { status } = expectOk(await api.get(`${deployments}/web`));
          return status.readyReplicas === replicas ? true : undefined;
        });
        counter = await countReady(api, { namespace, app: 'web', pods: ready });
        return ready;
      },
      leastReady: () => counter!.least(),
      async expectTidy(replicas) {
        const left = await readyPods(api, namespace, 'web', replicas);
        for (const { metadata } of left) {
          expect(metadata.labels).not.toHaveProperty([ourMarks.clone]);
          expect(metadata.labels).not.toHaveProperty([ourMarks.retiring]);
          expect(metadata.annotations ?? {}).not.toHaveProperty([ourMarks.deletionCostWas]);
          expect(metadata.annotations ?? {}).not.toHaveProperty([DELETION_COST]);
          expect(metadata.ownerReferences).toHaveLength(1);
        }
      },
      async setReady({ metadata: { name } }, status) {
        const path = `/api/v1/namespaces/${namespace}/pods/${name}/status`;
        expectOk(await api.patch(path, { status: { conditions: [{ type: 'Ready', status }] } }));
      },
    });
  },
});

const isClone = (pod: KubeObject): boolean => pod.metadata.labels?.[ourMarks.clone] !== undefined;
const reasonOf = ({ status }: PodMigration): string => `${status!.phase}/${status!.history!.at(-1)!.reason}`;
const reasonsOf = ({ status }: PodMigration): readonly string[] => (status?.history ?? []).map(({ reason }) => reason);
const never = { life: { kind: 'runs', startsAfterMs: 0, readyAfterMs: Infinity } } as const;

describe('surge on a real control plane', () => {
  test('fact 5, trap 46: through a budget that allows nothing, ready pods never drop, and it is told where it landed', async ({
    api,
    namespace,
    web,
    mover,
  }) => {
    const [hot] = await web.start(3);
    expectOk(
      await api.create(`/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`, aBudget('web', 'web', 3)),
    );
    const ended = await mover.finish(await mover.want(hot, 'Auto'));
    expect(reasonOf(ended)).toBe('Succeeded/Cooled');
    expect(reasonsOf(ended)).toEqual(expect.arrayContaining(['Proposed', 'Approved', 'Surging', 'Retired', 'Cooled']));
    expect(ended.status!.landedNode).not.toBe(hot.spec.nodeName);
    const landed = (await web.pods()).find(({ metadata }) => metadata.uid === ended.status!.replacement!.uid);
    expect(landed.metadata.annotations).toMatchObject({
      [ourMarks.originalNode]: hot.spec.nodeName,
      [ourMarks.attempt]: '1',
    });
    expect((await web.pods()).map(({ metadata }) => metadata.uid)).not.toContain(hot.metadata.uid);
    await web.expectTidy(3);
    expect(web.leastReady()).toBe(3);
  });

  test('B-04: a single replica moves to the node asked for without a moment of none', async ({
    namespace,
    web,
    mover,
  }) => {
    const [hot] = await web.start(1);
    const target = [3, 2].map((each) => `${namespace}-000${each}`).find((node) => node !== hot.spec.nodeName);
    const ended = await mover.finish(await mover.want(hot, 'Auto', 60_000, target));
    expect(reasonOf(ended)).toBe('Succeeded/Cooled');
    expect(ended.status!.landedNode).toBe(target);
    await web.expectTidy(1);
    expect(web.leastReady()).toBe(1);
  });

  test('a clone that never gets ready is removed: asked for, it is a failure', async ({ web, mover }) => {
    const [hot] = await web.start(3, never);
    const ended = await mover.finish(await mover.want(hot, 'Surge'), { readyWithinMs: 1500 });
    expect(reasonOf(ended)).toBe('Failed/CloneNeverReady');
    await web.expectTidy(3);
    expect(web.leastReady()).toBe(3);
    expect((await web.pods()).map(({ metadata }) => metadata.uid)).toContain(hot.metadata.uid);
  });

  test('… and in mode Auto the pod is evicted instead, and it is told why', async ({ web, mover }) => {
    const [hot] = await web.start(3, never);
    const ended = await mover.finish(await mover.want(hot, 'Auto'), { readyWithinMs: 1500 });
    expect(ended.status!.history!.map(({ message }) => message).join(' ')).toMatch(
      /evicted instead, since: Clone .* did not become ready/,
    );
    // nothing steers a replacement after an eviction: it may come back, and is told so
    expect(reasonOf(ended)).toMatch(/^(Succeeded\/Cooled|Failed\/CameBack)$/);
    await web.expectTidy(3);
    expect(web.leastReady()).toBe(2);
  });

  test('B-14: a full quota refuses the clone, and is named; nothing has begun', async ({
    api,
    namespace,
    web,
    mover,
  }) => {
    const [hot] = await web.start(3);
    const quotas = `/api/v1/namespaces/${namespace}/resourcequotas`;
    expectOk(await api.create(quotas, { metadata: { name: 'full' }, spec: { hard: { pods: '3' } } }));
    await until('the quota to be counted', async () =>
      expectOk(await api.get(`${quotas}/full`)).status?.used?.pods === '3' ? true : undefined,
    );
    const ended = await mover.finish(await mover.want(hot, 'Surge'));
    expect(reasonOf(ended)).toBe('Refused/CloneRefused');
    expect(ended.status!.history!.at(-1)!.message).toMatch(/exceeded quota: full, .*pods=3/);
    await web.expectTidy(3);
    expect(web.leastReady()).toBe(3);
  });

  test('fact 5 b: while another replica is unready it is waited for, and not lost', async ({ web, mover }) => {
    const [hot, other] = await web.start(3);
    await web.setReady(other, 'False');
    const migration = await mover.want(hot, 'Surge');
    const waiting = await mover.until(migration, (it) => reasonsOf(it).includes('AnotherUnready'));
    expect(waiting.status!.phase).toBe('Surging');
    await web.setReady(other, 'True');
    expect(reasonOf(await mover.finish(migration))).toBe('Succeeded/Cooled');
    expect((await web.pods()).map(({ metadata }) => metadata.uid)).toContain(other.metadata.uid);
    await web.expectTidy(3);
  });

  test('fact 5 b: one that becomes unready at the last moment holds the adoption', async ({
    namespace,
    web,
    mover,
  }) => {
    const [hot, other] = await web.start(3);
    const migration = await mover.want(hot, 'Surge');
    const { status, metadata } = await mover.until(migration, (it) => it.status?.deletionCostWas !== undefined);
    const clone = { namespace, name: status!.clone!.name, migration: metadata.uid };
    const of = { namespace, name: hot.metadata.name, uid: hot.metadata.uid };
    const { surger } = mover.edges.hands;
    expect(await surger.lowerDeletionCost(of, metadata.uid)).toEqual({ kind: 'done' });
    await web.setReady(other, 'False');
    expect(await surger.adoptClone(clone, of)).toMatchObject({
      kind: 'held',
      message: `Pod ${other.metadata.name} is not ready, and would be removed instead.`,
    });
    await web.setReady(other, 'True');
    expect(reasonOf(await mover.finish(migration))).toBe('Succeeded/Cooled');
    await web.expectTidy(3);
  });

  test('trap 55: a Deployment rolled in mid-surge takes the clone back', async ({ api, web, mover }) => {
    const [hot] = await web.start(3, never);
    const migration = await mover.want(hot, 'Auto');
    await mover.until(migration, (it) => it.status?.phase === 'Surging');
    await until('the clone', async () => {
      await mover.step(migration);
      return (await web.pods()).some(isClone) ? true : undefined;
    });
    expectOk(
      await api.merge(`${web.deployments}/web`, { spec: { template: { metadata: { annotations: { v: '2' } } } } }),
    );
    const ended = await mover.finish(migration);
    expect(reasonOf(ended)).toMatch(/^Withdrawn\/(NotSteady|PodLeaving|PodGone)$/);
    await web.expectTidy(3);
  });

  test('a ReplicaSet scaled in mid-surge has the size it wants in the end', async ({ api, web, mover }) => {
    const [hot] = await web.start(3);
    const migration = await mover.want(hot, 'Surge');
    await mover.until(migration, (it) => it.status?.clone !== undefined);
    await mover.step(migration);
    expectOk(await api.merge(`${web.deployments}/web`, { spec: { replicas: 2 } }));
    await mover.finish(migration);
    await web.expectTidy(2);
  });

  test('the user deletes the hot pod in mid-surge: the clone goes, the pod is made anew by its ReplicaSet', async ({
    api,
    namespace,
    web,
    mover,
  }) => {
    const [hot] = await web.start(3, never);
    const migration = await mover.want(hot, 'Surge');
    await mover.until(migration, (it) => it.status?.clone !== undefined);
    await mover.step(migration);
    expectOk(await api.delete(`/api/v1/namespaces/${namespace}/pods/${hot.metadata.name}`));
    expect(reasonOf(await mover.finish(migration))).toMatch(/^Withdrawn\/(PodGone|PodLeaving)$/);
    await web.expectTidy(3);
  });

  const modes = [
    { what: 'B-24 a: Recreate', spec: { strategy: { type: 'Recreate' } }, mode: 'Auto', end: 'Refused/NoWay' },
    { what: 'B-24 b: paused', spec: { paused: true }, mode: 'Surge', end: 'Refused/Paused' },
  ] as const;
  for (const { what, spec, mode, end } of modes) {
    test(`${what} is left alone`, async ({ api, web, mover }) => {
      const [hot] = await web.start(2, {}, what.includes('Recreate') ? spec : {});
      if ('paused' in spec) expectOk(await api.merge(`${web.deployments}/web`, { spec }));
      const before = await web.pods();
      expect(reasonOf(await mover.finish(await mover.want(hot, mode)))).toBe(end);
      expect((await web.pods()).map(({ metadata }) => metadata.resourceVersion)).toEqual(
        before.map(({ metadata }) => metadata.resourceVersion),
      );
    });
  }

  test('a crash between clone and adoption: whoever comes next goes on, with the same clone', async ({
    web,
    mover,
  }) => {
    const [hot] = await web.start(3);
    const migration = await mover.want(hot, 'Surge');
    const { status } = await mover.until(migration, (it) => it.status?.clone !== undefined);
    const { surger } = mover.edges.hands;
    const { namespace, name, uid } = hot.metadata;
    const clone = { namespace, name: status!.clone!.name, migration: migration.metadata.uid };
    const nodes = [`${namespace}-0000`, `${namespace}-0001`].filter((node) => node !== hot.spec.nodeName);
    // done, and nobody lived to tell
    for (let time = 0; time < 2; time++)
      expect(await surger.createClone(clone, { namespace, name, uid }, nodes)).toEqual({ kind: 'done' });
    expect((await web.pods()).filter(isClone)).toHaveLength(1);
    expect(reasonOf(await mover.finish(migration))).toBe('Succeeded/Cooled');
    await web.expectTidy(3);
    expect(web.leastReady()).toBe(3);
  });

  test('trap 61: what is left of a migration that is no more is swept away; what is not ours, and what goes on, stays', async ({
    api,
    namespace,
    web,
    mover,
  }) => {
    const [hot] = await web.start(3);
    expectOk(
      await api.merge(`/api/v1/namespaces/${namespace}/pods/${hot.metadata.name}`, {
        metadata: { annotations: { [DELETION_COST]: '7' } },
      }),
    );
    const migration = await mover.want(hot, 'Surge');
    await mover.until(migration, (it) => it.status?.deletionCostWas !== undefined);
    const { surger } = mover.edges.hands;
    const of = { namespace, name: hot.metadata.name, uid: hot.metadata.uid };
    await surger.lowerDeletionCost(of, migration.metadata.uid);
    const names = (swept: readonly string[]): readonly string[] =>
      swept.filter((one) => one.startsWith(`${namespace}/`));
    const kept = await surger.sweep(new Set([migration.metadata.uid]));
    expect([names(kept.clonesRemoved), names(kept.costsRestored)]).toEqual([[], []]);
    const swept = await surger.sweep(new Set());
    expect(names(swept.clonesRemoved)).toHaveLength(1);
    expect(names(swept.costsRestored)).toEqual([`${namespace}/${hot.metadata.name}`]);
    expect(swept.left).toEqual([]);
    const left = await readyPods(api, namespace, 'web', 3);
    const was = left.find(({ metadata }) => metadata.uid === hot.metadata.uid);
    expect(was.metadata.annotations[DELETION_COST]).toBe('7');
    expect(was.metadata.labels).not.toHaveProperty([ourMarks.retiring]);
  });
});

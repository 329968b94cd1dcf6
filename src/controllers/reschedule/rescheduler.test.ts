import { expect, test } from 'vitest';
import type { ControlSwitch, Held } from '#api/control-switch.ts';
import { newestDialect } from '#api/dialect.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { finalPhases, type MigrationPhase } from '#api/pod-migration.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import { ClusterFollower } from '#controllers/follow-cluster.ts';
import { MigrationBook } from '#controllers/migrations/migration-book.ts';
import { breakerDefaults } from '#decisions/rescheduling/guards/circuit-breaker.ts';
import { migrationDefaults } from '#decisions/rescheduling/migration/migration-options.ts';
import type { Outcome } from '#decisions/rescheduling/migration/verb.ts';
import { planDefaults } from '#decisions/rescheduling/plan-options.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { gatherPods } from '#load/gathering/gather-pods.ts';
import { loadDefaults } from '#load/options.ts';
import { inventedSource } from '#test/support/invented-source.ts';
import { aNode, aPass, aStore, NOW, signals } from '#test/support/a-load.ts';
import { MemoryCluster } from '#test/support/memory-cluster.ts';
import { MemoryMigrationStore } from '#test/support/migration/memory-migration-store.ts';
import { toldJournal } from '#test/support/told.ts';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import type { RescheduleOptions } from './reschedule-options.ts';
import { Rescheduler } from './rescheduler.ts';

const MINUTE = 60_000;
const GI = 2 ** 30;
const self = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', namespace: 'here', name: 'plimsoll-rescheduler' };
const OLD = '2026-11-01T00:00:00Z';

const aPod = (name: string, nodeName: string): Pod => ({
  metadata: {
    name,
    namespace: 'shop',
    uid: `uid-of-${name}`,
    labels: { app: name.split('-')[0]! },
    creationTimestamp: OLD,
    ownerReferences: [
      {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        name: name.split('-')[0]!,
        uid: name.split('-')[0]!,
        controller: true,
      },
    ],
  },
  spec: { nodeName, containers: [{ name: 'main', resources: { requests: { cpu: '500m', memory: '64Mi' } } }] },
  status: { phase: 'Running', startTime: OLD, conditions: [{ type: 'Ready', status: 'True' }] },
});

/** n1 is hot by four pods of 1.7 cores each, n2 to n4 are idle; nothing is ever really done. */
async function aRescheduler(
  changes: Partial<RescheduleOptions> = {},
  evicted: Outcome = { kind: 'held', message: 'Not now.' },
  watch: 'opened' | 'refused' = 'opened',
) {
  const clock = new VirtualClock(NOW);
  const world = new MemoryCluster();
  const pods = ['amber-0', 'birch-0', 'cedar-0', 'dune-0'].map((name) => aPod(name, 'n1'));
  const others = ['amber-1', 'birch-1', 'cedar-1', 'dune-1'].map((name, at) => aPod(name, `n${2 + (at % 3)}`));
  const size = { cpu: '8', memory: '16Gi', pods: '110' };
  for (const name of ['n1', 'n2', 'n3', 'n4'])
    world.put('Node', {
      metadata: { name, uid: `uid-of-${name}`, labels: { 'kubernetes.io/hostname': name } },
      spec: {},
      status: { capacity: size, allocatable: size, images: [] },
    });
  for (const app of ['amber', 'birch', 'cedar', 'dune'])
    world.put('StatefulSet', {
      metadata: { name: app, namespace: 'shop', uid: app },
      spec: { replicas: 2 },
      status: { replicas: 2 },
    });
  for (const pod of [...pods, ...others]) world.put('Pod', pod);
  const cluster = new ClusterFollower(
    {
      run: (...by) => world.run(...by),
      get standings() {
        return world.standings.map((standing) => Object.assign({}, standing, { heardAt: clock.now() }));
      },
    },
    new ClusterStore(newestDialect),
  );
  const ending = new AbortController();
  void cluster.run(ending.signal);
  const load = aStore();
  const held = { control: free as ControlSwitch | 'unread', acts: true, hot: 0.87, opened: [] as Held[] };
  const measure = (): void => {
    const nodes = ['n1', 'n2', 'n3', 'n4'].map((name) =>
      aNode(name, { capacity: { cpuCores: 8, memoryBytes: 16 * GI } }),
    );
    const at = clock.now();
    const use = (pod: Pod): number => (pod.spec.nodeName === 'n1' ? 1.7 * (held.hot / 0.87) : 0.2);
    const all = [...pods, ...others];
    const series = (of: (pod: Pod) => number) =>
      all.map((pod) => ({ labels: { namespace: 'shop', pod: pod.metadata.name }, value: of(pod), takenAt: at }));
    const live = all.map(({ metadata: { name, uid } }) => ({
      namespace: 'shop',
      name,
      uid,
      createdAt: Date.parse(OLD),
    }));
    const gathered = gatherPods(
      { source: 'prometheus', cpuCores: series(use), memoryBytes: series(() => GI / 8) },
      live,
      { ...loadDefaults, now: at },
    );
    load.take({
      ...aPass(at, nodes, {
        cpu: { n1: held.hot, n2: 0.05, n3: 0.05, n4: 0.05 },
        memory: { n1: 0.1, n2: 0.1, n3: 0.1, n4: 0.1 },
      }),
      pods: gathered,
    });
  };
  const store = new MemoryMigrationStore();
  const book = new MigrationBook({ source: store, store });
  if (watch === 'opened') void book.run(() => undefined, ending.signal);
  const journal = toldJournal();
  const term = new AbortController();
  const done = async (): Promise<Outcome> => ({ kind: 'done' });
  const options: RescheduleOptions = {
    mode: 'propose',
    plan: { ...planDefaults, profile: defaultProfile(newestDialect) },
    intervalMs: MINUTE,
    deadlineMs: 30 * MINUTE,
    windows: [],
    leaderWaitMs: 15_000,
    breaker: breakerDefaults,
    steps: migrationDefaults,
    lines: { signals, options: loadDefaults, prefix: 'metrics.' },
    historyMs: 0,
    ...changes,
  };
  const rescheduler = new Rescheduler(
    {
      clock,
      store: book,
      journal,
      cluster,
      observer: { planned: () => undefined, ended: () => undefined },
      control: {
        now: () => held.control,
        openBreaker: async (hold) => {
          held.opened.push(hold);
          held.control = { pause: { kind: 'free' }, breaker: hold };
        },
      },
      hands: {
        evictor: { rehearse: async () => evicted, evict: async () => evicted },
        requester: { isServed: async () => false, request: done, withdraw: done },
        surger: {
          createClone: done,
          lowerDeletionCost: done,
          adoptClone: done,
          removeClone: done,
          restoreDeletionCost: done,
          sweep: async () => ({ clonesRemoved: [], costsRestored: [], marksTaken: [], left: [] }),
        },
        marker: { mark: done },
      },
      load: () => load.view(clock.now()),
      source: () => inventedSource(),
      surgeRight: () => 'missing',
      requests: () => 'not-answered',
      // as after a stall: asking is what finds out that the term is over
      acting: () => {
        if (!held.acts) term.abort(new Error('the term is over'));
        return held.acts ? term.signal : undefined;
      },
    },
    self,
    () => options,
  );
  return {
    held,
    journal,
    store,
    clock,
    rescheduler,
    /** So many minutes pass, a measurement and a pass in each. */
    minutes: async (count: number): Promise<void> => {
      for (let minute = 0; minute < count; minute++) {
        measure();
        await rescheduler.reconcile(ending.signal);
        await clock.advance(MINUTE);
      }
    },
    phases: (): readonly (MigrationPhase | undefined)[] => [...store.held.values()].map(({ status }) => status?.phase),
  };
}

const onlyOneAnHour: RescheduleOptions['plan'] = {
  ...planDefaults,
  budgets: { ...planDefaults.budgets, perHour: 1 },
  profile: defaultProfile(newestDialect),
};

const free: ControlSwitch = { pause: { kind: 'free' }, breaker: { kind: 'free' } };
const paused: ControlSwitch = { pause: { kind: 'held' }, breaker: { kind: 'free' } };

test('mode propose: what would move is proposed, and waits; once it is not wanted any more it is withdrawn', async () => {
  const { minutes, phases, held, store } = await aRescheduler();
  await minutes(5);
  expect(phases().length).toBeGreaterThan(0);
  expect(new Set(phases())).toEqual(new Set(['Proposed']));
  const [first] = store.held.values();
  const { spec, status } = first!;
  expect(spec).toMatchObject({ mode: 'Auto', reason: expect.stringContaining('Node n1 is hot: cpu 0.87 above 0.8') });
  expect(Number(status?.predicted?.source?.['cpu'])).toBeLessThan(0.8);
  await minutes(3);
  const proposed = phases().length;
  held.hot = 0.3;
  await minutes(6);
  expect(phases()).toHaveLength(proposed);
  expect(new Set(phases())).toEqual(new Set(['Withdrawn']));
});

test('trap 64: who stands by plans all the same, and writes nothing, whichever the mode', async () => {
  for (const mode of ['propose', 'act'] as const) {
    const standby = await aRescheduler({ mode });
    standby.held.acts = false;
    await standby.minutes(5);
    expect(standby.phases()).toEqual([]);
    expect(standby.rescheduler.plan?.moves.length).toBeGreaterThan(0);
    expect(standby.rescheduler.gate).toMatchObject({ reason: 'StandingBy' });
  }
});

test('whoever stops leading in the middle of a pass begins no further write', async () => {
  const { minutes, store, held, rescheduler } = await aRescheduler({ mode: 'act' });
  held.hot = 1.5;
  const create = store.create.bind(store);
  store.create = async (wish) => {
    const written = await create(wish);
    held.acts = false;
    return written;
  };
  await expect(minutes(5)).rejects.toThrow('the term is over');
  expect(rescheduler.plan!.moves.length).toBeGreaterThan(1);
  expect([...store.held.values()].map(({ status }) => status)).toEqual([undefined]);
});

test('what its proposer never looked at again is known for what a plan wants, whoever comes next', async () => {
  const { minutes, store, held, phases } = await aRescheduler();
  const writeStatus = store.writeStatus.bind(store);
  store.writeStatus = async () => ({ kind: 'conflict' });
  await minutes(5);
  store.writeStatus = writeStatus;
  expect(new Set(phases())).toEqual(new Set([undefined]));
  await minutes(1);
  const [first] = store.held.values();
  expect(first).toMatchObject({ spec: { planned: { for: 'Hot' } }, status: { phase: 'Proposed', sourceNode: 'n1' } });
  expect(first!.status!.predicted).toEqual(first!.spec.planned!.predicted);
  held.hot = 0.3;
  await minutes(6);
  expect(new Set(phases())).toEqual(new Set(['Withdrawn']));
});

test('mode act: what is planned is approved and begun', async () => {
  const { minutes, phases } = await aRescheduler({ mode: 'act' });
  await minutes(5);
  expect(phases()).toContain('Evicting');
});

test('the kill switch: nothing is begun while it is thrown or cannot be read, and what is under way waits', async () => {
  for (const control of [paused, 'unread'] as const) {
    const { minutes, phases, held, journal } = await aRescheduler({ mode: 'act' });
    held.control = control;
    await minutes(5);
    expect(phases()).toEqual([]);
    expect(journal.told.map(({ kind }) => kind)).toContain('moves-held');
    held.control = free;
    await minutes(2);
    expect(phases()).toContain('Evicting');
    held.control = paused;
    const before = phases();
    await minutes(3);
    expect(phases()).toEqual(before);
  }
});

test('coverage below nine in ten, and trap 51: a new leader waits', async () => {
  const { minutes, phases, rescheduler } = await aRescheduler({ mode: 'act', leaderWaitMs: 10 * MINUTE });
  await minutes(6);
  expect(phases()).toEqual([]);
  expect(rescheduler.gate).toMatchObject({ reason: 'NewLeader' });
  await minutes(6);
  expect(phases()).toContain('Evicting');
});

test('the breaker opens on repeated harm, once, and closes by hand alone', async () => {
  const { minutes, store, held, clock, phases } = await aRescheduler({
    mode: 'act',
    breaker: { of: 3, failures: 1, windowMs: 60 * MINUTE },
  });
  const since = new Date(clock.now()).toISOString();
  const spec = { podRef: { name: 'gone', uid: 'gone' }, mode: 'Auto', reason: 'Hot.', deadline: since } as const;
  const written = await store.create({ namespace: 'shop', name: 'gone', spec });
  if (written.kind !== 'written') throw new Error(written.kind);
  const history = [{ at: since, phase: 'Failed', reason: 'DidNotHelp', message: 'It did not help.' }] as const;
  await store.writeStatus({ ...written.migration, status: { phase: 'Failed', since, history } });
  await minutes(4);
  expect(held.opened).toMatchObject([{ reason: '1 of the last 1 moves failed (DidNotHelp).' }]);
  expect(phases()).toEqual(['Failed']);
  held.control = free;
  await minutes(2);
  expect(held.opened).toHaveLength(1);
  expect(phases()).toContain('Evicting');
});

test('what has ended is never begun again, whatever is written after it', async () => {
  const { minutes, phases } = await aRescheduler(
    { mode: 'act' },
    { kind: 'refused', reason: 'TwoBudgets', message: 'Never.' },
  );
  await minutes(8);
  expect(phases().every((phase) => phase !== undefined && finalPhases.includes(phase))).toBe(true);
});

test('what little may begin within the hour goes to the worthiest, not to the first by name', async () => {
  const { minutes, store, clock } = await aRescheduler({ mode: 'act', plan: onlyOneAnHour });
  const since = new Date(clock.now()).toISOString();
  const deadline = new Date(clock.now() + 30 * MINUTE).toISOString();
  for (const [name, worthMinutes] of [
    ['amber-0', 20],
    ['birch-0', 400],
    ['cedar-0', 90],
  ] as const) {
    const podRef = { name, uid: `uid-of-${name}` };
    const planned = { for: 'Hot', worthMinutes, predicted: {} } as const;
    const spec = { podRef, mode: 'Evict', reason: 'Hot.', deadline, planned } as const;
    const written = await store.create({ namespace: 'shop', name, spec });
    if (written.kind !== 'written') throw new Error(written.kind);
    const status = { phase: 'Approved', since, sourceNode: 'n1' } as const;
    await store.writeStatus({ ...written.migration, status });
  }
  await minutes(3);
  const told = [...store.held.values()].map(({ metadata, status }) => [
    metadata.name,
    status?.phase,
    status?.conditions?.find(({ type }) => type === 'Progressing')?.reason,
  ]);
  expect(told).toEqual([
    ['amber-0', 'Approved', 'HourSpent'],
    ['birch-0', 'Evicting', 'BudgetSpent'],
    ['cedar-0', 'Approved', 'HourSpent'],
  ]);
});

test('B-23: one spike moves nothing, heat that stays does, and what wavers about the line moves one pod at most', async () => {
  const spike = await aRescheduler();
  for (const hot of [0.55, 0.95, 0.56, 0.54, 0.55]) {
    spike.held.hot = hot;
    await spike.minutes(1);
  }
  expect(spike.phases()).toEqual([]);
  spike.held.hot = 0.83;
  await spike.minutes(5);
  expect(spike.phases()).not.toEqual([]);

  const wavering = await aRescheduler();
  for (let minute = 0; minute < 10; minute++) {
    wavering.held.hot = minute % 2 === 0 ? 0.79 : 0.81;
    await wavering.minutes(1);
  }
  expect(wavering.phases().length).toBeLessThanOrEqual(1);
});

test('who was not told of migrations knows of nobody who rests: nothing is planned, and that is said', async () => {
  const { minutes, phases, rescheduler } = await aRescheduler({ mode: 'act' }, undefined, 'refused');
  await minutes(5);
  expect(phases()).toEqual([]);
  expect(rescheduler.plan).toBeUndefined();
  expect(rescheduler.gate).toMatchObject({ reason: 'Stale', message: expect.stringContaining('PodMigration') });
  const { outcome } = await rescheduler.reconcile(new AbortController().signal);
  expect(outcome).toBe('migrations not heard of yet');
});

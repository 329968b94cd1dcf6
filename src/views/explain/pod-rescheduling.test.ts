import { expect, test } from 'vitest';
import type { PodMigration } from '#api/pod-migration.ts';
import type { MigrationPlan } from '#decisions/rescheduling/plan/migration-plan.ts';
import { planDefaults } from '#decisions/rescheduling/plan-options.ts';
import { instantText } from '#load/instant.ts';
import { aNode, aPass, aStore, NOW } from '#test/support/a-load.ts';
import { unspent } from '#test/support/unspent.ts';
import type { HouseInput } from './house-gates.ts';
import { podRescheduling, type SubjectPod } from './pod-rescheduling.ts';
import { podReschedulingLines } from './pod-rescheduling-text.ts';

const workload = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'web' };
const pod: SubjectPod = { uid: 'p', name: 'web-1', node: 'n1', workload };

function loadAt(cpu: number): ReturnType<ReturnType<typeof aStore>['view']> {
  const store = aStore();
  const nodes = [aNode('n1')];
  for (let minute = 5; minute >= 1; minute--)
    store.take(aPass(NOW - minute * 60_000, nodes, { cpu: { n1: cpu }, memory: { n1: 0.4 } }));
  return store.view(NOW);
}

const aPlan = (more: Partial<MigrationPlan> = {}): MigrationPlan => ({
  now: NOW,
  sight: 'seeing',
  coverage: { ready: 1, seen: 1, share: 1 },
  neededCoverage: 0.9,
  moves: [],
  budgets: unspent,
  nodes: [],
  unseen: [],
  foretold: new Map(),
  ...more,
});

const house = (more: Partial<HouseInput> = {}, plan: MigrationPlan = aPlan()): HouseInput => ({
  now: NOW,
  migrations: [],
  budgets: planDefaults.budgets,
  pods: 40,
  control: { pause: { kind: 'free' }, breaker: { kind: 'free' } },
  windows: [],
  seen: { plan, load: loadAt(0.91) },
  ...more,
});

const lines = (input: HouseInput): string => podReschedulingLines(podRescheduling(pod, input)).join('\n');

test('a pod that stays on a hot node: why, by which numbers, and what is left of the budgets', () => {
  const stay = {
    pod: { namespace: 'shop', name: 'web-1', uid: 'p' },
    kind: 'unmovable',
    reason: 'its budget allows none',
    freedBy: 'a replica more',
  } as const;
  const fate = {
    node: 'n1',
    verdict: 'hot',
    hotBy: ['cpu'],
    hotBeyondPods: [],
    outcome: 'nothing-helps',
    foreseen: { learntMinutes: 10, loads: [] },
    riskBefore: 60,
    riskAfter: 60,
    stays: [stay],
  } as const;
  expect(lines(house({}, aPlan({ nodes: [fate] })))).toBe(
    [
      'The rescheduler lets it stay: its budget allows none; to free it: a replica more',
      'Its node: cpu is hot by the line 0.8: 0.91, 1m0s old, from prometheus; 5 of 5 samples above it; memory is cool by the line 0.8: 0.40, 1m0s old, from prometheus; 0 of 5 samples above it',
      'Moves spent: 0 of 5 for the cluster within the hour, 0 of 1 for Deployment web in flight, 0 of 2 for node n1 in flight',
    ].join('\n'),
  );
});

test('cooldown, a move under way, spent budgets and the kill switch are told', () => {
  const move = (uid: string, status: PodMigration['status']): PodMigration => ({
    metadata: { namespace: 'shop', name: `move-of-${uid}`, uid: `m-${uid}`, resourceVersion: '1' },
    spec: { podRef: { name: 'web-1', uid }, mode: 'Auto', reason: 'Hot.', deadline: instantText(NOW) },
    status,
  });
  const since = instantText(NOW - 300_000);
  const told = lines(
    house({
      migrations: [
        move('earlier', { phase: 'Failed', since, workload, sourceNode: 'n2', toldToGoAt: since }),
        move('p', { phase: 'Surging', since, workload, sourceNode: 'n1' }),
      ],
      control: { pause: { kind: 'held', reason: 'the big sale' }, breaker: { kind: 'free' } },
    }),
  );
  expect(told).toContain('A move of it is under way: move-of-p, Surging: Hot.');
  expect(told).toContain(
    'Its workload: 1 moves within two days, 1 of them in vain; it is left alone until 2026-11-30T10:25:00Z',
  );
  expect(told).toContain(
    '2 of 5 for the cluster within the hour, 1 of 1 for Deployment web in flight, 1 of 2 for node n1',
  );
  expect(told).toContain('Nothing moves now (Paused): Moves are paused: the big sale; plimsoll resume frees them.');
});

test('without a source of load it is said that nothing is known', () => {
  expect(lines(house({ seen: { why: 'no source answered' } }))).toMatch(
    /^Whether the rescheduler would move it is not known: no source answered\nMoves spent/,
  );
});

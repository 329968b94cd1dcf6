import { expect, test } from 'vitest';
import { dialectOf } from '#api/dialect.ts';
import type { PodMigration } from '#api/pod-migration.ts';
import type { MigrationPlan } from '#decisions/rescheduling/plan/migration-plan.ts';
import { planMigrations } from '#decisions/rescheduling/plan-migrations.ts';
import type { PlanBudgets } from '#decisions/rescheduling/plan-options.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { storyWorld } from './story-world.ts';

const profile = defaultProfile(dialectOf('37').dialect);

/** Both nodes that are hot want a pod gone. */
const twoHot = [
  'node a cpu=4',
  'node b cpu=4',
  'node c cpu=4',
  'pod web on a requests=500m uses=1800m',
  'pod api on a requests=500m uses=1800m',
  'pod log on b requests=500m uses=1800m',
  'pod job on b requests=500m uses=1800m',
];

function planOf(lines: readonly string[], more: Partial<PlanBudgets> = {}): MigrationPlan {
  const { view, options } = storyWorld(lines);
  return planMigrations(view, { ...options, budgets: { ...options.budgets, ...more }, profile });
}

/** The same with moves that the story says are over under way still. */
function planWithUnderWay(lines: readonly string[], order: (all: readonly PodMigration[]) => readonly PodMigration[]) {
  const { view, options } = storyWorld(lines);
  const underWay = view.migrations.map((one) => ({ ...one, status: { ...one.status!, phase: 'Settling' } as const }));
  return planMigrations({ ...view, migrations: order(underWay) }, { ...options, profile });
}

test('a pass plans up to its limit, and an hour up to what those begun within it left', () => {
  const { moves, budgets } = planOf(twoHot, { perPass: 1 });
  expect(moves).toHaveLength(1);
  expect(budgets.pass).toEqual({ limit: 1, planned: 1 });
  expect(budgets.hour).toEqual({ limit: 5, begun: 0, planned: 1, left: 4 });

  const moved = [...twoHot, 'moved old owner=old from=a to=c minutes-ago=50'];
  const spent = planOf(moved, { perHour: 2 });
  expect(spent.moves).toHaveLength(1);
  expect(spent.budgets.hour).toEqual({ limit: 2, begun: 1, planned: 1, left: 0 });
});

test('whoever is blind plans nothing, and still tells the limits and what was begun', () => {
  const { sight, budgets } = planOf([
    ...twoHot,
    'node d cpu=4 load=unknown',
    'moved old owner=old from=a to=c minutes-ago=10',
  ]);
  expect(sight).toBe('blind');
  expect(budgets).toEqual({
    pass: { limit: 5, planned: 0 },
    hour: { limit: 5, begun: 1, planned: 0, left: 4 },
    inFlight: { perOwner: 1, perNode: 2, owners: [], nodes: [] },
  });
});

test('moves for a signal of nodes alone, and by a rule, are counted as all others are', () => {
  const forLoad = planOf([
    'node a cpu=4 load-average=1.9',
    'node b cpu=4 load-average=0.3',
    'pod web on a requests=500m uses=300m',
    'pod api on a requests=500m uses=800m',
    'pod db on a requests=500m uses=1500m',
    'pod job on b requests=500m uses=800m',
  ]);
  const byRule = planOf([
    'node a cpu=4',
    'node b cpu=4',
    'pod web on a requests=500m uses=1000m',
    'pod rest on a requests=500m uses=1400m',
    'node-rule web for=web max-cpu=50',
  ]);
  for (const { moves, budgets } of [forLoad, byRule]) {
    expect(moves).toHaveLength(1);
    const { name, uid } = moves[0]!.workload;
    expect(budgets.pass.planned).toBe(1);
    expect(budgets.inFlight.owners).toEqual([
      { namespace: 'shop', kind: 'ReplicaSet', name, uid, inFlight: 0, planned: 1 },
    ]);
  }
});

test('what is in flight stands in the ledger beside what is planned, in whatever order it was read', () => {
  const lines = [
    ...twoHot,
    'moved web-0 owner=web from=d to=c minutes-ago=1',
    'moved job-0 owner=job from=c to=e minutes-ago=1',
  ];
  const plan = planWithUnderWay(lines, (all) => all);
  expect(plan.budgets.inFlight.owners.filter(({ inFlight }) => inFlight > 0).map(({ name }) => name)).toEqual([
    'job',
    'web',
  ]);
  // both touch c: nothing more may come there
  expect(plan.budgets.inFlight.nodes).toEqual([
    { node: 'c', inFlight: 2, leaving: 0, coming: 0 },
    { node: 'd', inFlight: 1, leaving: 0, coming: 0 },
    { node: 'e', inFlight: 1, leaving: 0, coming: 0 },
  ]);
  expect(planWithUnderWay(lines, (all) => all.toReversed())).toEqual(plan);
});

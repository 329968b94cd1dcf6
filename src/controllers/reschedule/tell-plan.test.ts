import { expect, test } from 'vitest';
import type { Fate, MigrationPlan, NodeFate } from '#decisions/rescheduling/plan/migration-plan.ts';
import { toldJournal } from '#test/support/told.ts';
import { unspent } from '#test/support/unspent.ts';
import { PlanTeller } from './tell-plan.ts';

const self = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', name: 'plimsoll-rescheduler' };

const fate = (node: string, outcome: Fate): NodeFate => ({
  node,
  verdict: 'hot',
  hotBy: ['cpu'],
  hotBeyondPods: [],
  outcome,
  foreseen: { learntMinutes: 600, loads: [] },
  ...(outcome === 'immovable-load' ? { immovable: { resource: 'cpu', load: 0.812 } } : {}),
  riskBefore: 100,
  riskAfter: 100,
  stays: [],
});

const plan = (nodes: readonly NodeFate[], sight: MigrationPlan['sight'] = 'seeing'): MigrationPlan => ({
  now: 0,
  sight,
  coverage: { ready: 3, seen: 3, share: 1 },
  neededCoverage: 0.9,
  moves: [],
  budgets: unspent,
  nodes,
  unseen: [],
  foretold: new Map(),
});

function alertsOf(plans: readonly MigrationPlan[]) {
  const journal = toldJournal();
  const teller = new PlanTeller(journal, self);
  for (const one of plans) teller.tell(one);
  return journal.told.filter(({ kind }) => kind === 'node-stuck-hot');
}

test('trap 25, B-09: a node that daemons keep hot is told of once, on the node, with where they keep it', () => {
  const stuck = plan([fate('n1', 'immovable-load'), fate('n2', 'nothing-helps')]);
  const alerts = alertsOf([stuck, stuck, stuck]);
  expect(alerts).toHaveLength(1);
  expect(alerts[0]).toMatchObject({ subject: { kind: 'Node', name: 'n1' }, facts: { cpu: 0.812 } });
  expect(alerts[0]!.reasons[0]).toBe(
    'What cannot leave n1 keeps it above its line at 81% cpu: no pod is moved off it in vain.',
  );
});

test('it is told of again when it comes to be so again, not for a pass that saw too little', () => {
  const stuck = plan([fate('n1', 'immovable-load')]);
  const blind = plan([fate('n1', 'blind')], 'blind');
  expect(alertsOf([stuck, blind, stuck])).toHaveLength(1);
  expect(alertsOf([stuck, plan([]), stuck])).toHaveLength(2);
});

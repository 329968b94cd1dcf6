import { expect, test } from 'vitest';
import type { MigrationPlan, NodeFate, ProposedMove } from '#decisions/rescheduling/plan/migration-plan.ts';
import { unspent } from '#test/support/unspent.ts';
import { planText } from './plan-text.ts';

const plain = { width: 'narrow', paint: (_: unknown, text: string) => text } as const;
const load = (now: number) => [
  { resource: 'cpu', now, peak: now, riskMinutes: 0 },
  { resource: 'memory', now: 0.5, peak: 0.5, riskMinutes: 0 },
];
const aPod = (name: string) => ({ namespace: 'shop', name, uid: name });

const move: ProposedMove = {
  pod: aPod('web-1'),
  workload: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'web' },
  from: 'a',
  to: 'b',
  together: 0,
  reason: 'node a is hot: cpu 0.94 above 0.8',
  avoidsMinutes: 812.4,
  priceMinutes: 8,
  source: { before: load(0.94), after: load(0.7) },
  target: { before: load(0.2), after: load(0.44) },
  measuredAfter: { source: { cpu: 0.7, memory: 0.5 }, target: { cpu: 0.5, memory: 0.5 } },
};

const hot: NodeFate = {
  node: 'a',
  verdict: 'hot',
  hotBy: ['cpu'],
  hotBeyondPods: [],
  outcome: 'relieved',
  foreseen: { learntMinutes: 1440, loads: load(0.7) },
  riskBefore: 820,
  riskAfter: 3,
  stays: [
    { pod: aPod('db-0'), kind: 'unmovable', reason: 'disruption budget db allows no disruption now', freedBy: 'wait' },
    { pod: aPod('log-0'), kind: 'no-room', reason: 'no node has room' },
  ],
};

const plan: MigrationPlan = {
  now: 0,
  sight: 'seeing',
  coverage: { ready: 10, seen: 10, share: 1 },
  neededCoverage: 0.9,
  moves: [move],
  budgets: {
    pass: { limit: 5, planned: 1 },
    hour: { limit: 10, begun: 2, planned: 1, left: 7 },
    inFlight: {
      perOwner: 1,
      perNode: 2,
      owners: [{ namespace: 'shop', kind: 'Deployment', name: 'web', uid: 'web', inFlight: 0, planned: 1 }],
      nodes: [{ node: 'b', inFlight: 1, leaving: 0, coming: 1 }],
    },
  },
  nodes: [hot],
  unseen: [],
  foretold: new Map(),
};

test('moves first, with what they leave of the budgets, then who stays on a hot node and why', () => {
  expect(planText(plan, plain)).toBe(`1 move; 1 node is hot. They avoid 812 minutes of overload within a day.
Budgets: 1 of 5 moves of this pass, 3 of 10 of this hour (2 begun before).

NAMESPACE   POD     FROM   TO   CPU FROM     CPU TO       AVOIDS   WHY
shop        web-1   a      b    94% -> 70%   20% -> 44%     812m   node a is hot: cpu 0.94 above 0.8

Node a is hot by cpu: its moves bring its risk below the price of another (overload expected within a day: 820m, then 3m)
  STAYS        WHY                                             TO FREE IT
  shop/db-0    disruption budget db allows no disruption now   wait
  shop/log-0   no node has room
`);
});

test('moves that go together count once', () => {
  const twice = { ...plan, moves: [move, { ...move, pod: aPod('idle'), from: 'b', to: 'a' }], nodes: [] };
  expect(planText(twice, plain).split('\n')[0]).toBe(
    '2 moves; 0 nodes are hot. They avoid 812 minutes of overload within a day.',
  );
});

test('of a node at risk the pods are told where there is room', () => {
  const atRisk = { ...plan, moves: [], nodes: [{ ...hot, verdict: 'cool', hotBy: [], outcome: 'not-yet' } as const] };
  expect(planText(atRisk, plain)).not.toContain('db-0');
  expect(planText(atRisk, { ...plain, width: 'wide' })).toContain('db-0');
});

test('whoever is blind says how blind, and where', () => {
  const blind = { ...plan, moves: [], budgets: unspent, nodes: [], sight: 'blind', unseen: ['c', 'd'] } as const;
  const text = planText({ ...blind, coverage: { ready: 10, seen: 8, share: 0.8 } }, plain);
  expect(text).toBe(`Nothing moves: 8 of 10 ready nodes are seen, and 90% must be. Not seen: c, d.
Budgets: 0 of 5 moves of this pass, 0 of 5 of this hour.
`);
});

test('wide, owners and nodes with moves in flight or at their limit are told; where there are none, nothing', () => {
  const second = (budgets: MigrationPlan['budgets']) =>
    planText({ ...plan, moves: [], budgets, nodes: [] }, { ...plain, width: 'wide' }).split('\n')[2];
  expect(second(plan.budgets)).toBe('Moves at once: 1 of 1 of Deployment shop/web, 2 of 2 of node b (1 begun before).');
  expect(second(unspent)).toBe('');
});

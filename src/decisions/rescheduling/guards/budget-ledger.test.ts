import { expect, test } from 'vitest';
import type { PodMigration, PodMigrationStatus, WorkloadRef } from '#api/pod-migration.ts';
import { instantText } from '#load/instant.ts';
import { type BudgetLedger, budgetLedger } from './budget-ledger.ts';
import type { Touching } from './in-flight.ts';
import { knownMoves } from './known-moves.ts';
import { planDefaults } from '#decisions/rescheduling/plan-options.ts';

const NOW = Date.UTC(2026, 10, 30, 12);
const ago = (minutes: number): string => instantText(NOW - minutes * 60_000);
const { budgets } = planDefaults;

const deployment = (name: string): WorkloadRef => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  name,
  uid: `uid-of-${name}`,
});

const begun = (owner: string, from: string, to: string, status: Partial<PodMigrationStatus>): PodMigration => ({
  metadata: { namespace: 'shop', name: `${owner}-move`, uid: `${owner}-move`, resourceVersion: '1' },
  spec: {
    podRef: { name: owner, uid: owner },
    targetNode: to,
    mode: 'Auto',
    reason: 'Hot.',
    deadline: ago(-5),
  },
  status: { phase: 'Evicting', since: ago(1), sourceNode: from, workload: deployment(owner), ...status },
});

const planned = (owner: string, from: string, to: string): Touching => ({
  pod: { namespace: 'shop', name: `${owner}-1`, uid: `${owner}-1` },
  workload: deployment(owner),
  from,
  to,
});

function ledgerOf(moves: readonly Touching[], migrations: readonly PodMigration[], more = {}): BudgetLedger {
  return budgetLedger(moves, {
    budgets: { ...budgets, ...more },
    perHour: 10,
    moves: knownMoves(migrations, NOW),
  });
}

const owner = (name: string) => ({ namespace: 'shop', kind: 'Deployment', name, uid: `uid-of-${name}` });

test('where nothing moves the limits alone are told', () => {
  expect(ledgerOf([], [])).toEqual({
    pass: { limit: 5, planned: 0 },
    hour: { limit: 10, begun: 0, planned: 0, left: 10 },
    inFlight: { perOwner: 1, perNode: 2, owners: [], nodes: [] },
  });
});

test('an hour has what is left of it once those begun within it, those under way and those planned are taken off', () => {
  const migrations = [
    begun('web', 'a', 'b', { phase: 'Succeeded', toldToGoAt: ago(59) }),
    begun('api', 'a', 'b', { phase: 'Succeeded', toldToGoAt: ago(61) }),
    begun('log', 'a', 'b', {}),
  ];
  const { pass, hour } = ledgerOf([planned('db', 'a', 'b')], migrations);
  expect(pass).toEqual({ limit: 5, planned: 1 });
  expect(hour).toEqual({ limit: 10, begun: 2, planned: 1, left: 7 });
});

test('of an hour that is overspent nothing is left', () => {
  const migrations = Array.from({ length: 12 }, () =>
    begun('web', 'a', 'b', { phase: 'Succeeded', toldToGoAt: ago(5) }),
  );
  expect(ledgerOf([], migrations).hour).toEqual({ limit: 10, begun: 12, planned: 0, left: 0 });
});

test('owners are told with moves in flight, or brought to their limit, and not where they may have one more', () => {
  const migrations = [begun('web', 'a', 'b', {}), begun('old', 'a', 'b', { phase: 'Succeeded', toldToGoAt: ago(5) })];
  const moves = [planned('web', 'c', 'd'), planned('api', 'c', 'd')];
  expect(ledgerOf(moves, migrations).inFlight.owners).toEqual([
    { ...owner('api'), inFlight: 0, planned: 1 },
    { ...owner('web'), inFlight: 1, planned: 1 },
  ]);
  expect(ledgerOf(moves, migrations, { inFlightPerOwner: 2 }).inFlight.owners).toEqual([
    { ...owner('web'), inFlight: 1, planned: 1 },
  ]);
});

test('nodes are told by what is in flight on either end, what leaves and what comes', () => {
  const moves = [planned('web', 'a', 'c'), planned('api', 'a', 'd'), planned('log', 'd', 'b')];
  expect(ledgerOf(moves, [begun('db', 'e', 'd', {})]).inFlight.nodes).toEqual([
    { node: 'a', inFlight: 0, leaving: 2, coming: 0 },
    { node: 'd', inFlight: 1, leaving: 1, coming: 1 },
    { node: 'e', inFlight: 1, leaving: 0, coming: 0 },
  ]);
});

test('whatever the order in which moves are read, the ledger is in the order of names', () => {
  const migrations = [begun('web', 'c', 'b', {}), begun('api', 'a', 'd', {}), begun('log', 'd', 'a', {})];
  const ledger = ledgerOf([], migrations);
  expect(ledgerOf([], migrations.toReversed())).toEqual(ledger);
  expect(ledger.inFlight.owners.map(({ name }) => name)).toEqual(['api', 'log', 'web']);
  expect(ledger.inFlight.nodes.map(({ node }) => node)).toEqual(['a', 'b', 'c', 'd']);
});

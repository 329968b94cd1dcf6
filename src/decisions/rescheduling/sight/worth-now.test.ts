import { expect, test } from 'vitest';
import type { PlannedFor, PodMigration, PodMigrationStatus } from '#api/pod-migration.ts';
import { aNode, aPass, aStore, NOW } from '../../../../test/support/a-load.ts';
import { worthNow } from './worth-now.ts';

const MINUTE = 60_000;
const SINCE = '2026-11-30T09:50:00Z';

/** `n1` for five minutes. */
function seen(cpu: number, load: number) {
  const store = aStore();
  for (let ago = 4; ago >= 0; ago--)
    store.take(aPass(NOW - ago * MINUTE, [aNode('n1')], { cpu: { n1: cpu }, memory: { n1: 0.2 }, load: { n1: load } }));
  return store.view(NOW);
}

const approved = (predicted: Readonly<Record<string, string>>, cause: PlannedFor = 'Hot'): PodMigration => ({
  metadata: { name: 'm', namespace: 'shop', uid: 'm', resourceVersion: '1' },
  spec: {
    podRef: { name: 'p', uid: 'p' },
    mode: 'Auto',
    reason: 'r',
    deadline: SINCE,
    planned: { for: cause, worthMinutes: 10, predicted: { source: predicted } },
  },
  status: {
    phase: 'Approved',
    since: SINCE,
    sourceNode: 'n1',
    predicted: { source: predicted },
  },
});

const byCpu = approved({ cpu: '0.700', memory: '0.200' });
const byLoad = approved({ cpu: '0.500', memory: '0.200', load: '1.300' });

const byRule = approved({ cpu: '0.500', memory: '0.200' }, 'Ruled');

const cases = [
  ['a move for load holds while its node is hot by load, however cool by cpu', byLoad, 0.6, 1.8, 'holds'],
  ['it is dropped once that has cooled', byLoad, 0.6, 0.9, 'dropped'],
  ['a move for cpu is dropped once that has cooled, however high the load', byCpu, 0.6, 1.8, 'dropped'],
  ['it holds while the node is hot by cpu', byCpu, 0.9, 0.9, 'holds'],
  ['what a rule wants holds, however cool the node is by cpu', byRule, 0.2, 1.8, 'holds'],
] as const;

for (const [name, migration, cpu, load, kind] of cases)
  test(name, () =>
    expect(worthNow(migration, { load: seen(cpu, load), wanted: undefined, migrations: [migration] }).kind).toBe(kind),
  );

const leavesForItsPlace = (status: Partial<PodMigrationStatus>): PodMigration => {
  const { metadata, spec, status: base } = approved({ cpu: '0.700' });
  return { metadata, spec: { ...spec, targetNode: 'n1' }, status: { ...base!, sourceNode: 'n2', ...status } };
};
const makesRoom: PodMigration = {
  ...approved({ cpu: '0.500' }),
  spec: {
    ...approved({ cpu: '0.500' }).spec,
    podRef: { name: 'q', uid: 'q' },
    targetNode: 'n2',
    planned: { for: 'MakesRoom', makesRoomFor: { name: 'p', uid: 'p' }, worthMinutes: 10, predicted: {} },
  },
};

const exchanges = [
  ['what makes room holds while the other is to come', [leavesForItsPlace({})], 'holds'],
  ['and once it has come', [leavesForItsPlace({ phase: 'Succeeded', landedNode: 'n1' })], 'holds'],
  [
    'it is dropped where the other is steered elsewhere',
    [leavesForItsPlace({ phase: 'Surging', headedFor: 'n3' })],
    'dropped',
  ],
  ['where it was refused', [leavesForItsPlace({ phase: 'Refused' })], 'dropped'],
  ['and where nobody is known to come', [], 'dropped'],
] as const;

for (const [name, others, kind] of exchanges)
  test(name, () => {
    const sight = { load: seen(0.6, 0.9), wanted: undefined, migrations: [makesRoom, ...others] };
    expect(worthNow(makesRoom, sight).kind).toBe(kind);
  });

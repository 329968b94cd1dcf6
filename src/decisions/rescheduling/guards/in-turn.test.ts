import { expect, test } from 'vitest';
import type { MigrationPhase, PodMigration } from '#api/pod-migration.ts';
import { inTurn } from './in-turn.ts';

const START = Date.parse('2026-11-30T10:00:00Z');

interface Told {
  readonly phase?: MigrationPhase;
  /** Minutes after the start. */
  readonly at?: number;
  /** Absent: somebody wants it by hand. */
  readonly worth?: number;
}

const aMove = (name: string, { phase = 'Approved', at = 0, worth }: Told = {}): PodMigration => {
  const since = new Date(START + at * 60_000).toISOString();
  const planned = worth === undefined ? {} : { planned: { for: 'Hot', worthMinutes: worth, predicted: {} } as const };
  return {
    metadata: { namespace: 'shop', name, uid: name, resourceVersion: '1' },
    spec: { podRef: { name, uid: name }, mode: 'Auto', reason: 'Hot.', deadline: since, ...planned },
    status: { phase, since },
  };
};

const names = (migrations: readonly PodMigration[]): readonly string[] =>
  migrations.map(({ metadata }) => metadata.name);

const cases: readonly (readonly [says: string, given: readonly PodMigration[], expected: readonly string[]])[] = [
  [
    'the worthiest goes first, whatever its name',
    [aMove('a', { worth: 10 }), aMove('b', { worth: -5 }), aMove('c', { worth: 300 })],
    ['c', 'a', 'b'],
  ],
  [
    'what is under way goes before all, then what is wanted by hand',
    [
      aMove('a', { worth: 900 }),
      aMove('b', { at: 5 }),
      aMove('c', { phase: 'Surging', worth: 1, at: 9 }),
      aMove('d', { phase: 'Settling', at: 8 }),
    ],
    ['d', 'c', 'b', 'a'],
  ],
  [
    'of equals the one that waits longest, then by name',
    [aMove('c', { worth: 7, at: 2 }), aMove('b', { worth: 7, at: 1 }), aMove('a', { worth: 7, at: 2 })],
    ['b', 'a', 'c'],
  ],
];

for (const [says, given, expected] of cases) {
  test(says, () => {
    expect(names(inTurn(given))).toEqual(expected);
    expect(names(inTurn(given.toReversed()))).toEqual(expected);
  });
}

test('what the newest plan says of a move counts, not what an earlier one said', () => {
  const given = [aMove('a', { worth: 10 }), aMove('b', { worth: 20 }), aMove('c', { worth: 15 })];
  expect(names(inTurn(given, new Map([['a', 17.5]])))).toEqual(['b', 'a', 'c']);
});

test('one that nobody looked at yet is as good as wanted by hand, and comes last of these', () => {
  const { status: _, ...fresh } = aMove('a');
  expect(names(inTurn([aMove('c', { worth: 1 }), fresh, aMove('b', { at: 60 })]))).toEqual(['b', 'a', 'c']);
});

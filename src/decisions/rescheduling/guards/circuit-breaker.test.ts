import { expect, test } from 'vitest';
import type { MigrationPhase, PodMigration } from '#api/pod-migration.ts';
import { instantText } from '#load/instant.ts';
import { breakerDefaults, reasonToOpen } from './circuit-breaker.ts';

const NOW = Date.UTC(2026, 10, 30, 12);
const MINUTE = 60_000;

const ended = (phase: MigrationPhase, minutesAgo: number, reason: string = phase): PodMigration => {
  const since = instantText(NOW - minutesAgo * MINUTE);
  return {
    metadata: {
      namespace: 'shop',
      name: `${phase}-${minutesAgo}`,
      uid: `${phase}-${minutesAgo}`,
      resourceVersion: '1',
    },
    spec: { podRef: { name: 'p', uid: 'p' }, mode: 'Auto', reason: 'Hot.', deadline: since },
    status: { phase, since, history: [{ at: since, phase, reason, message: 'It ended.' }] },
  };
};
const reasonFor = (migrations: readonly PodMigration[], countFrom = 0): string | undefined =>
  reasonToOpen(migrations, { now: NOW, countFrom }, breakerDefaults);

test('three of the last five moves that failed open it, and it says of what', () => {
  const moves = [
    ended('Failed', 1, 'DidNotHelp'),
    ended('Succeeded', 2),
    ended('Failed', 3, 'CameBack'),
    ended('Failed', 4, 'DidNotHelp'),
  ];
  expect(reasonFor(moves)).toBe('3 of the last 4 moves failed (CameBack, DidNotHelp).');
  expect(reasonFor(moves.slice(0, 3))).toBeUndefined();
});

test('what was refused or withdrawn harmed nobody; what ended long ago, or before it was closed by hand, counts no more', () => {
  expect(reasonFor([ended('Refused', 1), ended('Refused', 2), ended('Withdrawn', 3)])).toBeUndefined();
  const old = [ended('Failed', 361), ended('Failed', 362), ended('Failed', 1)];
  expect(reasonFor(old)).toBeUndefined();
  const recent = [ended('Failed', 10), ended('Failed', 11), ended('Failed', 12)];
  expect(reasonFor(recent)).toBeDefined();
  expect(reasonFor(recent, NOW - 5 * MINUTE)).toBeUndefined();
});

test('successes since push failures out of the last five', () => {
  const good = [1, 2, 3].map((minutes) => ended('Succeeded', minutes));
  expect(reasonFor([...good, ended('Failed', 4), ended('Failed', 5), ended('Failed', 6)])).toBeUndefined();
});

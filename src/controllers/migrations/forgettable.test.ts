import { expect, test } from 'vitest';
import type { MigrationPhase, PodMigration } from '#api/pod-migration.ts';
import { forgettable, keepingDefaults } from './forgettable.ts';

const now = Date.parse('2026-11-30T10:00:00Z');
const hour = 3_600_000;

const ended = (name: string, agoMs: number, phase: MigrationPhase = 'Succeeded', namespace = 'shop'): PodMigration => ({
  metadata: { namespace, name, uid: name, resourceVersion: '1' },
  spec: { podRef: { name: 'web-1', uid: 'u' }, mode: 'Auto', reason: 'hot', deadline: '2026-11-30T10:00:00Z' },
  status: { phase, since: new Date(now - agoMs).toISOString() },
});
const names = (migrations: readonly PodMigration[]): readonly string[] =>
  migrations.map(({ metadata }) => metadata.name);

test('after two days a finished one goes; what is under way stays, however old', () => {
  const all = [ended('old', 48 * hour), ended('new', 47 * hour), ended('going', 99 * hour, 'Surging')];
  expect(names(forgettable(all, now, keepingDefaults))).toEqual(['old']);
});

test('beyond the most that a namespace keeps, its oldest go', () => {
  const all = [ended('b', 2 * hour), ended('c', 3 * hour), ended('a', hour), ended('d', 4 * hour, 'Failed', 'else')];
  expect(names(forgettable(all, now, { ...keepingDefaults, mostPerNamespace: 2 }))).toEqual(['c']);
});

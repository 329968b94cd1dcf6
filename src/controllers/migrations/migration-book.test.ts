import { expect, onTestFinished, test } from 'vitest';
import type { PodMigration } from '#api/pod-migration.ts';
import type { MigrationListener, MigrationSource } from '#ports/migration-source.ts';
import { MemoryMigrationStore } from '#test/support/migration/memory-migration-store.ts';
import { MigrationBook } from './migration-book.ts';

const since = '2026-11-30T10:00:00.000Z';
const podRef = { name: 'web-1', uid: 'u' };
const spec = { podRef, mode: 'Auto', reason: 'n1 is hot.', deadline: '2026-11-30T11:00:00Z' } as const;

/** A book on a store whose watch tells when the test says so. */
async function aBook() {
  const store = new MemoryMigrationStore();
  let listener: MigrationListener | undefined;
  const source: MigrationSource = {
    heard: { isComplete: true, heardAt: 0 },
    run: async (told) => void (listener = told),
  };
  const book = new MigrationBook({ source, store });
  let changes = 0;
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  await book.run(() => (changes += 1), ending.signal);
  const written = await book.create({ namespace: 'shop', name: 'one', spec });
  if (written.kind !== 'written') throw new Error(written.kind);
  return { book, store, created: written.migration, tell: listener!, changes: () => changes };
}

const phases = (book: MigrationBook): readonly unknown[] => book.all.map(({ status }) => status?.phase);

const of = (migration: PodMigration, phase: 'Proposed' | 'Approved'): PodMigration => ({
  ...migration,
  status: { phase, since },
});

test('what we wrote is known at once, and what the watch tells late of before changes nothing', async () => {
  const { book, created, tell, changes } = await aBook();
  await book.writeStatus(of(created, 'Proposed'));
  tell.told(created);
  expect(phases(book)).toEqual(['Proposed']);
  const [known] = book.all;
  tell.told(known!);
  expect(changes()).toBe(0);
});

test('versions are numbers: the tenth comes after the ninth', async () => {
  const { book, created, tell } = await aBook();
  const versioned = (resourceVersion: string, phase: 'Proposed' | 'Approved'): PodMigration =>
    of({ ...created, metadata: { ...created.metadata, resourceVersion } }, phase);
  tell.told(versioned('9', 'Proposed'));
  tell.told(versioned('10', 'Approved'));
  tell.told(versioned('9', 'Proposed'));
  expect(phases(book)).toEqual(['Approved']);
});

test('what somebody else writes, creates or removes is told as a change', async () => {
  const { book, store, created, tell, changes } = await aBook();
  const written = await store.writeStatus(of(created, 'Approved'));
  if (written.kind !== 'written') throw new Error(written.kind);
  tell.told(written.migration);
  expect(phases(book)).toEqual(['Approved']);
  tell.removed(created.metadata.uid);
  tell.removed(created.metadata.uid);
  expect(book.all).toEqual([]);
  tell.complete();
  expect(changes()).toBe(3);
});

test('asked for anew, what is gone is forgotten; what was told while it was asked for is not', async () => {
  const { book, store, created, tell } = await aBook();
  store.held.clear();
  const other = { ...created, metadata: { ...created.metadata, name: 'two', uid: 'two' } };
  const listing = book.list();
  tell.told(other);
  await listing;
  expect(book.all).toEqual([other]);
});

import { expect } from 'vitest';
import type { PodMigration, PodMigrationStatus } from '#api/pod-migration.ts';
import type { MigrationStore, NewMigration } from '#ports/migration-store.ts';

/** An empty store, and how migrations are named there. */
export interface MigrationStoreUnderTest {
  readonly store: MigrationStore;
  readonly namespace: string;
}

const status: PodMigrationStatus = { phase: 'Proposed', since: '2026-11-30T10:00:00.000Z' };

const wish = (namespace: string, name = 'web-1-a'): NewMigration => ({
  namespace,
  name,
  spec: { podRef: { name: 'web-1', uid: 'u' }, mode: 'Auto', reason: 'n1 is hot.', deadline: '2026-11-30T11:00:00Z' },
});

async function created({ store, namespace }: MigrationStoreUnderTest): Promise<PodMigration> {
  const written = await store.create(wish(namespace));
  if (written.kind !== 'written') throw new Error(`it was not created: ${written.kind}`);
  return written.migration;
}

const own = (all: readonly PodMigration[], namespace: string): readonly PodMigration[] =>
  all.filter(({ metadata }) => metadata.namespace === namespace);

/** What every store of migrations promises. */
export const migrationStoreContract: Readonly<Record<string, (subject: MigrationStoreUnderTest) => Promise<void>>> = {
  'what is created is listed, without a status': async (subject) => {
    const migration = await created(subject);
    expect(migration).toMatchObject({ spec: wish('').spec });
    expect(migration.status).toBeUndefined();
    expect(own(await subject.store.list(), subject.namespace)).toEqual([migration]);
  },

  'a name is given once': async (subject) => {
    await created(subject);
    expect(await subject.store.create(wish(subject.namespace))).toEqual({ kind: 'conflict' });
  },

  'a status is written and read': async (subject) => {
    const { store, namespace } = subject;
    const migration = await created(subject);
    const written = await store.writeStatus({ ...migration, status });
    expect(written).toMatchObject({ kind: 'written', migration: { status } });
    expect(own(await store.list(), namespace)).toMatchObject([{ status }]);
  },

  'trap 52: who read before somebody wrote cannot write, changed or not': async (subject) => {
    const { store } = subject;
    const first = await created(subject);
    const second = await store.writeStatus({ ...first, status });
    if (second.kind !== 'written') throw new Error(`it was not written: ${second.kind}`);
    const third = await store.writeStatus({ ...second.migration, status: { ...status, phase: 'Approved' } });
    expect(third.kind).toBe('written');
    expect(await store.writeStatus({ ...first, status: { ...status, phase: 'Withdrawn' } })).toEqual({
      kind: 'conflict',
    });
    expect(await store.writeStatus(second.migration)).toEqual({ kind: 'conflict' });
  },

  'what was removed is gone, and removed again without ado': async (subject) => {
    const { store, namespace } = subject;
    const migration = await created(subject);
    await store.remove(migration);
    expect(await store.writeStatus({ ...migration, status })).toMatchObject({
      kind: expect.stringMatching(/gone|conflict/),
    });
    await store.remove(migration);
    expect(own(await store.list(), namespace)).toEqual([]);
  },

  'another of that name is not removed': async (subject) => {
    const { store, namespace } = subject;
    const former = await created(subject);
    await store.remove(former);
    const latter = await created(subject);
    await store.remove(former);
    expect(own(await store.list(), namespace)).toEqual([latter]);
  },
};

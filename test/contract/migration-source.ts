import { expect } from 'vitest';
import type { PodMigration } from '#api/pod-migration.ts';
import type { MigrationSource } from '#ports/migration-source.ts';
import type { MigrationStore } from '#ports/migration-store.ts';
import { until } from '../support/until.ts';

/** A source, and the store that it tells of, in which this namespace is the test's own. */
export interface MigrationSourceUnderTest {
  readonly source: MigrationSource;
  readonly store: MigrationStore;
  readonly namespace: string;
  /** Lets the moment pass in which what happened is told. */
  readonly pass?: () => Promise<void>;
}

const since = '2026-11-30T10:00:00.000Z';

/** Follows while `look` takes; gives it what is told of the namespace, in short. */
async function following(
  { source, namespace }: MigrationSourceUnderTest,
  look: (told: readonly string[]) => Promise<void>,
): Promise<void> {
  const told: string[] = [];
  const names = new Map<string, string>();
  const ending = new AbortController();
  const running = source.run(
    {
      told: ({ metadata: { namespace: where, name, uid }, status }) => {
        if (where !== namespace) return;
        names.set(uid, name);
        told.push(`${name} ${status?.phase ?? 'new'}`);
      },
      removed: (uid) => {
        if (names.has(uid)) told.push(`${names.get(uid)!} gone`);
      },
      complete: () => told.push('complete'),
    },
    ending.signal,
  );
  try {
    await look(told);
  } finally {
    ending.abort();
    await running;
  }
}

const created = async ({ store, namespace }: MigrationSourceUnderTest, name: string): Promise<PodMigration> => {
  const podRef = { name: 'web-1', uid: 'u' };
  const spec = { podRef, mode: 'Auto', reason: 'n1 is hot.', deadline: '2026-11-30T11:00:00Z' } as const;
  const written = await store.create({ namespace, name, spec });
  if (written.kind !== 'written') throw new Error(`it was not created: ${written.kind}`);
  return written.migration;
};

const untilTold = ({ pass }: MigrationSourceUnderTest, told: readonly string[], what: string): Promise<true> =>
  until(`it to be told that ${what}`, async () => {
    await pass?.();
    return told.includes(what) ? true : undefined;
  });

/** What every source of migrations promises. */
export const migrationSourceContract: Readonly<Record<string, (subject: MigrationSourceUnderTest) => Promise<void>>> = {
  'what is there is told first, and once; then that it is all': async (subject) => {
    expect(subject.source.heard).toEqual({ isComplete: false, heardAt: 'never' });
    await created(subject, 'one');
    await created(subject, 'two');
    await following(subject, async (told) => {
      await untilTold(subject, told, 'complete');
      expect(told.toSorted()).toEqual(['complete', 'one new', 'two new']);
      expect(told.at(-1)).toBe('complete');
      expect(subject.source.heard).toEqual({ isComplete: true, heardAt: expect.any(Number) });
    });
  },

  'what changes is told as it comes to be, whoever writes it': async (subject) => {
    const { store } = subject;
    await following(subject, async (told) => {
      await untilTold(subject, told, 'complete');
      const migration = await created(subject, 'one');
      await untilTold(subject, told, 'one new');
      const written = await store.writeStatus({ ...migration, status: { phase: 'Proposed', since } });
      await untilTold(subject, told, 'one Proposed');
      if (written.kind !== 'written') throw new Error(written.kind);
      await store.writeStatus({ ...written.migration, status: { phase: 'Approved', since } });
      await untilTold(subject, told, 'one Approved');
      await store.remove(migration);
      await untilTold(subject, told, 'one gone');
      expect(told).toEqual(['complete', 'one new', 'one Proposed', 'one Approved', 'one gone']);
    });
  },
};

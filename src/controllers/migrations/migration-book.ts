import type { PodMigration } from '#api/pod-migration.ts';
import type { MigrationSource, MigrationsHeard } from '#ports/migration-source.ts';
import type { MigrationStore, NewMigration, Written } from '#ports/migration-store.ts';

export interface MigrationBookParts {
  readonly source: MigrationSource;
  readonly store: MigrationStore;
}

/**
 * Every migration as it is by now, whoever wrote it: each is weighed beside all others. What we write ourselves is known
 * at once, and is not forgotten for what is told late.
 */
export class MigrationBook implements MigrationStore {
  readonly #source: MigrationSource;
  readonly #store: MigrationStore;
  readonly #known: Map<string, PodMigration> = new Map();
  /** The same list as long as none changes, for it is gone through at every look. */
  #all: readonly PodMigration[] | undefined;

  constructor({ source, store }: MigrationBookParts) {
    this.#source = source;
    this.#store = store;
  }

  get all(): readonly PodMigration[] {
    return (this.#all ??= [...this.#known.values()]);
  }

  of(uid: string): PodMigration | undefined {
    return this.#known.get(uid);
  }

  get heard(): MigrationsHeard {
    return this.#source.heard;
  }

  /** Follows until the signal. `changed`: something is told that was not known, or all there is has been. */
  run(changed: () => void, signal: AbortSignal): Promise<void> {
    return this.#source.run(
      {
        told: (migration) => {
          if (this.#take(migration)) changed();
        },
        removed: (uid) => {
          if (this.#forget(uid)) changed();
        },
        complete: changed,
      },
      signal,
    );
  }

  /** Asks for all of them anew, where what was told may be late. */
  async list(abort?: AbortSignal): Promise<readonly PodMigration[]> {
    const before = [...this.#known.keys()];
    const listed = await this.#store.list(abort);
    const present = new Set(listed.map(({ metadata }) => metadata.uid));
    for (const uid of before) if (!present.has(uid)) this.#forget(uid);
    for (const migration of listed) this.#take(migration);
    return listed;
  }

  async create(migration: NewMigration, abort?: AbortSignal): Promise<Written> {
    return this.#wrote(await this.#store.create(migration, abort));
  }

  async writeStatus(migration: PodMigration, abort?: AbortSignal): Promise<Written> {
    const written = await this.#store.writeStatus(migration, abort);
    if (written.kind === 'gone') this.#forget(migration.metadata.uid);
    return this.#wrote(written);
  }

  async remove(migration: PodMigration, abort?: AbortSignal): Promise<void> {
    await this.#store.remove(migration, abort);
    this.#forget(migration.metadata.uid);
  }

  #wrote(written: Written): Written {
    if (written.kind === 'written') this.#take(written.migration);
    return written;
  }

  /** Whether it was news. */
  #take(migration: PodMigration): boolean {
    const { uid } = migration.metadata;
    const known = this.#known.get(uid);
    if (known !== undefined && !isLater(migration, known)) return false;
    this.#known.set(uid, migration);
    this.#all = undefined;
    return true;
  }

  /** Whether it was known. */
  #forget(uid: string): boolean {
    this.#all = undefined;
    return this.#known.delete(uid);
  }
}

/** Versions of one object are numbers that grow: the API server says so of all kinds it keeps, and of ours. */
function isLater({ metadata: { resourceVersion: one } }: PodMigration, than: PodMigration): boolean {
  const other = than.metadata.resourceVersion;
  return one.length === other.length ? one > other : one.length > other.length;
}

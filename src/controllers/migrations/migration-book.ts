import type { PodMigration } from '#api/pod-migration.ts';
import type { MigrationStore, NewMigration, Written } from '#ports/migration-store.ts';

/** A store that remembers what it last heard of every migration: each is weighed beside all others as they are by now. */
export class MigrationBook implements MigrationStore {
  readonly #store: MigrationStore;
  readonly #known: Map<string, PodMigration> = new Map();

  constructor(store: MigrationStore) {
    this.#store = store;
  }

  get all(): readonly PodMigration[] {
    return [...this.#known.values()];
  }

  async list(abort?: AbortSignal): Promise<readonly PodMigration[]> {
    const listed = await this.#store.list(abort);
    this.#known.clear();
    for (const migration of listed) this.#known.set(migration.metadata.uid, migration);
    return listed;
  }

  async create(migration: NewMigration, abort?: AbortSignal): Promise<Written> {
    return this.#heard(await this.#store.create(migration, abort));
  }

  async writeStatus(migration: PodMigration, abort?: AbortSignal): Promise<Written> {
    const written = await this.#store.writeStatus(migration, abort);
    if (written.kind === 'gone') this.#known.delete(migration.metadata.uid);
    return this.#heard(written);
  }

  async remove(migration: PodMigration, abort?: AbortSignal): Promise<void> {
    await this.#store.remove(migration, abort);
    this.#known.delete(migration.metadata.uid);
  }

  #heard(written: Written): Written {
    if (written.kind === 'written') this.#known.set(written.migration.metadata.uid, written.migration);
    return written;
  }
}

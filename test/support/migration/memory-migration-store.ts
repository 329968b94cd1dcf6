import type { PodMigration } from '#api/pod-migration.ts';
import type { MigrationListener, MigrationSource, MigrationsHeard } from '#ports/migration-source.ts';
import type { MigrationStore, Written } from '#ports/migration-store.ts';

/** Migrations in memory, as an API server would keep them, and tell of them. */
export class MemoryMigrationStore implements MigrationStore, MigrationSource {
  readonly held: Map<string, PodMigration> = new Map();
  #version = 0;
  #listener: MigrationListener | undefined;
  #heard: MigrationsHeard = { isComplete: false, heardAt: 'never' };

  get heard(): MigrationsHeard {
    return this.#heard;
  }

  async run(listener: MigrationListener, signal: AbortSignal): Promise<void> {
    for (const migration of this.held.values()) listener.told(migration);
    this.#listener = listener;
    this.#heard = { isComplete: true, heardAt: Number.POSITIVE_INFINITY };
    listener.complete();
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    this.#listener = undefined;
  }

  async list(): Promise<readonly PodMigration[]> {
    return [...this.held.values()];
  }

  async create({ namespace, name, spec }: Parameters<MigrationStore['create']>[0]): Promise<Written> {
    const key = `${namespace}/${name}`;
    if (this.held.has(key)) return { kind: 'conflict' };
    this.#version += 1;
    const uid = `uid-of-${key}-${this.#version}`;
    return this.#put(key, { metadata: { namespace, name, uid, resourceVersion: '' }, spec });
  }

  async writeStatus({ metadata, status }: PodMigration): Promise<Written> {
    const key = `${metadata.namespace}/${metadata.name}`;
    const before = this.held.get(key);
    if (before?.metadata.uid !== metadata.uid) return { kind: 'gone' };
    if (before.metadata.resourceVersion !== metadata.resourceVersion) return { kind: 'conflict' };
    return this.#put(key, { ...before, status });
  }

  async remove({ metadata }: PodMigration): Promise<void> {
    const key = `${metadata.namespace}/${metadata.name}`;
    if (this.held.get(key)?.metadata.uid !== metadata.uid) return;
    this.held.delete(key);
    this.#listener?.removed(metadata.uid);
  }

  #put(key: string, migration: PodMigration): Written {
    this.#version += 1;
    const metadata = { ...migration.metadata, resourceVersion: String(this.#version) };
    const kept = { ...migration, metadata };
    this.held.set(key, kept);
    this.#listener?.told(kept);
    return { kind: 'written', migration: kept };
  }
}

import type { PodMigration } from '#api/pod-migration.ts';
import type { MigrationStore, Written } from '#ports/migration-store.ts';

/** Migrations in memory, as an API server would keep them. */
export class MemoryMigrationStore implements MigrationStore {
  readonly held: Map<string, PodMigration> = new Map();
  #version = 0;

  async list(): Promise<readonly PodMigration[]> {
    return [...this.held.values()];
  }

  async create({ namespace, name, spec }: Parameters<MigrationStore['create']>[0]): Promise<Written> {
    const key = `${namespace}/${name}`;
    if (this.held.has(key)) return { kind: 'conflict' };
    return this.#put(key, { metadata: { namespace, name, uid: `uid-of-${key}`, resourceVersion: '' }, spec });
  }

  async writeStatus({ metadata, status }: PodMigration): Promise<Written> {
    const key = `${metadata.namespace}/${metadata.name}`;
    const before = this.held.get(key);
    if (before?.metadata.uid !== metadata.uid) return { kind: 'gone' };
    if (before.metadata.resourceVersion !== metadata.resourceVersion) return { kind: 'conflict' };
    return this.#put(key, { ...before, status });
  }

  async remove({ metadata }: PodMigration): Promise<void> {
    this.held.delete(`${metadata.namespace}/${metadata.name}`);
  }

  #put(key: string, migration: PodMigration): Written {
    this.#version += 1;
    const metadata = { ...migration.metadata, resourceVersion: String(this.#version) };
    const kept = { ...migration, metadata };
    this.held.set(key, kept);
    return { kind: 'written', migration: kept };
  }
}

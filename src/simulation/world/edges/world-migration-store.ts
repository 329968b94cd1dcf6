import type { PodMigration } from '#api/pod-migration.ts';
import type { MigrationStore, NewMigration, Written } from '#ports/migration-store.ts';
import type { ApiWay } from './api-faults.ts';
import type { ObjectStore } from '#simulation/world/objects/object-store.ts';
import { keyOf } from '#simulation/world/objects/objects.ts';

/** Keeps PodMigrations on a world's API server. */
export class WorldMigrationStore implements MigrationStore {
  readonly #store: ObjectStore;
  readonly #way: ApiWay;

  constructor(store: ObjectStore, way: ApiWay) {
    this.#store = store;
    this.#way = way;
  }

  list(abort?: AbortSignal): Promise<readonly PodMigration[]> {
    return this.#way.ask('listing migrations', () => [...this.#store.list('PodMigration')], abort);
  }

  create({ namespace, name, spec }: NewMigration, abort?: AbortSignal): Promise<Written> {
    const create = (): Written => {
      const migration = this.#store.create('PodMigration', { metadata: { namespace, name }, spec });
      return migration === undefined ? { kind: 'conflict' } : { kind: 'written', migration };
    };
    return this.#way.ask(`creating migration ${namespace}/${name}`, create, abort);
  }

  writeStatus(migration: PodMigration, abort?: AbortSignal): Promise<Written> {
    const write = (): Written => {
      const present = this.#store.get('PodMigration', keyOf(migration.metadata));
      if (present === undefined) return { kind: 'gone' };
      const { uid, resourceVersion } = migration.metadata;
      const isAnother = present.metadata.uid !== uid || present.metadata.resourceVersion !== resourceVersion;
      if (isAnother) return { kind: 'conflict' };
      // a write that changes nothing makes no new version, as upstream
      if (JSON.stringify(present.status) === JSON.stringify(migration.status))
        return { kind: 'written', migration: present };
      return { kind: 'written', migration: this.#store.put('PodMigration', { ...present, status: migration.status }) };
    };
    return this.#way.ask(`writing migration ${keyOf(migration.metadata)}`, write, abort);
  }

  remove({ metadata }: PodMigration, abort?: AbortSignal): Promise<void> {
    const key = keyOf(metadata);
    const remove = (): void => {
      if (this.#store.get('PodMigration', key)?.metadata.uid === metadata.uid) this.#store.remove('PodMigration', key);
    };
    return this.#way.ask(`removing migration ${key}`, remove, abort);
  }
}

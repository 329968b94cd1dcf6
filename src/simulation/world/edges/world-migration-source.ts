import { untilAborted } from '#controllers/until-aborted.ts';
import type { MigrationListener, MigrationSource, MigrationsHeard } from '#ports/migration-source.ts';
import type { ObjectStore } from '#simulation/world/objects/object-store.ts';
import type { WorldWatch } from './world-watch.ts';

/** Tells of a world's PodMigrations as a watch of its API server does: late, and not at all while the watch is held up. */
export class WorldMigrationSource implements MigrationSource {
  readonly #store: ObjectStore;
  readonly #watch: WorldWatch;
  #hasRun: boolean = false;

  constructor(store: ObjectStore, watch: WorldWatch) {
    this.#store = store;
    this.#watch = watch;
  }

  get heard(): MigrationsHeard {
    return { isComplete: this.#hasRun, heardAt: this.#hasRun ? this.#watch.heardAt : 'never' };
  }

  async run(listener: MigrationListener, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.#hasRun = true;
    const leave = this.#watch.follow(({ kind, before, after }) => {
      if (kind !== 'PodMigration') return;
      if (after === undefined) listener.removed(before!.metadata.uid);
      else listener.told(after);
    });
    for (const migration of this.#store.list('PodMigration')) listener.told(migration);
    listener.complete();
    await untilAborted(signal);
    leave();
  }
}

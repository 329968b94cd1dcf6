import { collectionPath } from '#kube/client/resource.ts';
import { type PolicyRule, rightOf } from '#kube/client/rights.ts';
import { Decoder } from '#kube/decode/decoder.ts';
import { jsonAs } from '#kube/decode/shapes.ts';
import type { Identifiable } from '#kube/reflector/identity.ts';
import type { ReflectorObserver } from '#kube/reflector/observer.ts';
import type { ReflectorOptions } from '#kube/reflector/options.ts';
import { Reflector } from '#kube/reflector/reflector.ts';
import type { Transport } from '#kube/transport/transport.ts';
import type { MigrationListener, MigrationSource, MigrationsHeard } from '#ports/migration-source.ts';
import { migrationIn, podMigrations } from './migration-store.ts';

export const migrationWatchRights: readonly PolicyRule[] = [
  rightOf(podMigrations, 'list'),
  rightOf(podMigrations, 'watch'),
];

export interface MigrationWatchParts {
  readonly transport: Transport;
  readonly observer?: ReflectorObserver;
  readonly options?: Partial<ReflectorOptions>;
}

/** The PodMigrations of an API server, watched: what is approved by hand is known within a moment. */
export class MigrationWatch implements MigrationSource {
  readonly #parts: MigrationWatchParts;
  #reflector: Reflector<Identifiable> | undefined;

  constructor(parts: MigrationWatchParts) {
    this.#parts = parts;
  }

  get heard(): MigrationsHeard {
    const { synced = false, heardAt = 'never' } = this.#reflector?.status ?? {};
    return { isComplete: synced, heardAt };
  }

  run(listener: MigrationListener, signal: AbortSignal): Promise<void> {
    const { transport, observer = {}, options } = this.#parts;
    const target = {
      kind: podMigrations.plural,
      path: collectionPath(podMigrations),
      // few, and our own: each is read whole, and checked
      decoder: new Decoder(jsonAs<Identifiable>()),
    };
    const sink = {
      applied: (read: Identifiable) => listener.told(migrationIn(read)),
      removed: ({ uid }: { readonly uid: string }) => listener.removed(uid),
      synced: () => listener.complete(),
    };
    this.#reflector = new Reflector({ transport, target, sink, observer }, options);
    return this.#reflector.run(signal);
  }
}

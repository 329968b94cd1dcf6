import { kubeMigrationStore } from '#actuators/migrate/migration-store.ts';
import { MigrationWatch } from '#actuators/migrate/migration-watch.ts';
import { MigrationBook } from '#controllers/migrations/migration-book.ts';
import { KubeClient } from '#kube/client/kube-client.ts';
import type { ReflectorOptions } from '#kube/reflector/options.ts';
import type { Transport } from '#kube/transport/transport.ts';
import type { MigrationSource } from '#ports/migration-source.ts';
import type { MigrationStore } from '#ports/migration-store.ts';

/** The migrations of one namespace: others of the same control plane are other tests' affair. */
export function ownMigrations(
  namespace: string,
  transport: Transport,
  options: Partial<ReflectorOptions> = {},
): MigrationBook {
  return new MigrationBook({
    source: sourceOf(namespace, new MigrationWatch({ transport, options })),
    store: storeOf(namespace, kubeMigrationStore(new KubeClient(transport))),
  });
}

const storeOf = (namespace: string, store: MigrationStore): MigrationStore => ({
  ...store,
  list: async (abort) => (await store.list(abort)).filter(({ metadata }) => metadata.namespace === namespace),
});

const sourceOf = (namespace: string, source: MigrationSource): MigrationSource => ({
  get heard() {
    return source.heard;
  },
  run: (listener, signal) =>
    source.run(
      {
        ...listener,
        told: (migration) => {
          if (migration.metadata.namespace === namespace) listener.told(migration);
        },
      },
      signal,
    ),
});

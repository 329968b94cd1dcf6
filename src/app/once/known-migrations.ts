import type { PodMigration } from '#api/pod-migration.ts';
import { kubeMigrationStore } from '#actuators/migrate/migration-store.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import type { OpenCluster } from './open-cluster.ts';

/** Moves under way, and those remembered; none where nothing was ever installed. */
export interface KnownMigrations {
  readonly items: readonly PodMigration[];
  readonly remarks: readonly string[];
}

export async function knownMigrations({ client, signal }: OpenCluster): Promise<KnownMigrations> {
  try {
    return { items: await kubeMigrationStore(client).list(signal), remarks: [] };
  } catch (thrown) {
    if (!(thrown instanceof KubeFault)) throw thrown;
    if (thrown.code === 'kube/not-found') return { items: [], remarks: [] };
    if (thrown.code !== 'kube/forbidden') throw thrown;
    return { items: [], remarks: [`${thrown.message}: earlier moves are not known to this plan`] };
  }
}

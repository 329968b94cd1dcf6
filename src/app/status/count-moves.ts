import { kubeMigrationStore } from '#actuators/migrate/migration-store.ts';
import { isFinished, type MigrationPhase, type PodMigration } from '#api/pod-migration.ts';
import { actingFault } from '#app/acting/faults.ts';
import type { OpenCluster } from '#app/once/open-cluster.ts';
import { Fault } from '#base/fault.ts';
import { hasBegun, mostPerHour } from '#decisions/rescheduling/guards/gate-of-ours.ts';
import { knownMoves } from '#decisions/rescheduling/guards/known-moves.ts';
import { pods } from '#kube/client/pods.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import { type KnownOrNot, known, unknown } from '#views/status/known-or-not.ts';
import type { MovesNow } from '#views/status/status-report.ts';

/** Counts the moves there are as the rescheduler counts them, beside the budgets in force. */
export async function countMoves(cluster: OpenCluster): Promise<MovesNow> {
  const { config, clock } = cluster;
  const { budgets } = config.rescheduling;
  const [all, most] = await Promise.all([listed(cluster), hourly(cluster)]);
  const counted = all.filter((migration) => isFinished(migration) || hasBegun(migration));
  const phases = Map.groupBy(all, ({ status }): MigrationPhase => status?.phase ?? 'Proposed');
  return {
    byPhase: Object.fromEntries([...phases].map(([phase, those]) => [phase, those.length])),
    underWay: all.filter(hasBegun).length,
    lastHour: knownMoves(counted, clock.now()).lastHour,
    mostPerHour: most,
    inFlightPerOwner: budgets.inFlightPerOwner,
    inFlightPerNode: budgets.inFlightPerNode,
  };
}

/** Where nothing is installed there is no such kind. */
async function listed({ client, signal }: OpenCluster): Promise<readonly PodMigration[]> {
  try {
    return await kubeMigrationStore(client).list(signal);
  } catch (thrown) {
    if (!(thrown instanceof KubeFault) || thrown.code !== 'kube/not-found') throw thrown;
    throw actingFault('act/not-installed', 'listing PodMigrations: this cluster does not know them', { cause: thrown });
  }
}

async function hourly({ client, config, signal }: OpenCluster): Promise<KnownOrNot<number>> {
  try {
    for await (const { items, remaining = 0 } of client.list(pods, { limit: 1, signal })) {
      return known(mostPerHour(config.rescheduling.budgets, items.length + remaining));
    }
    return known(mostPerHour(config.rescheduling.budgets, 0));
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    return unknown(thrown.message);
  }
}

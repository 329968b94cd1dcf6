import { kubeMigrationStore } from '#actuators/migrate/migration-store.ts';
import { isFinished, type MigrationPhase } from '#api/pod-migration.ts';
import type { OpenCluster } from '#app/once/open-cluster.ts';
import { Fault } from '#base/fault.ts';
import { hasBegun, mostPerHour } from '#decisions/rescheduling/gate-of-ours.ts';
import { knownMoves } from '#decisions/rescheduling/known-moves.ts';
import { pods } from '#kube/client/pods.ts';
import { type KnownOrNot, known, unknown } from '#views/known-or-not.ts';
import type { MovesNow } from '#views/status-report.ts';

/** Counts the moves there are as the rescheduler counts them, beside the budgets in force. */
export async function countMoves(cluster: OpenCluster): Promise<MovesNow> {
  const { client, config, clock, signal } = cluster;
  const { budgets } = config.rescheduling;
  const [all, most] = await Promise.all([kubeMigrationStore(client).list(signal), hourly(cluster)]);
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

import { kubeMigrationStore } from '#actuators/migrate/migration-store.ts';
import type { PodMigration } from '#api/pod-migration.ts';
import type { OpenCluster } from '#app/once/open-cluster.ts';
import { roleLeases } from '#app/once/role-leases.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';

/** All migrations; none where their kind is not known. */
export async function allMigrations({ client, signal }: OpenCluster): Promise<readonly PodMigration[]> {
  try {
    return await kubeMigrationStore(client).list(signal);
  } catch (thrown) {
    if (thrown instanceof KubeFault && thrown.code === 'kube/not-found') return [];
    throw thrown;
  }
}

const inFlight: ReadonlySet<string> = new Set(['Surging', 'Evicting', 'Requested']);

/** Those in which a pod may be ours, or on its way out on our behalf: whoever settles has nothing left to undo. */
export function isInFlight({ status }: PodMigration): boolean {
  return status !== undefined && inFlight.has(status.phase);
}

const LOOK_EVERY_MS = 1000;

/** Waits until no move is in flight, as long as somebody is there who sees them to their end; those that are left. */
export async function awaitMoves(cluster: OpenCluster, withinMs: number): Promise<readonly PodMigration[]> {
  const { clock, signal } = cluster;
  const until = clock.now() + withinMs;
  for (;;) {
    const moving = (await allMigrations(cluster)).filter(isInFlight);
    if (moving.length === 0 || clock.now() >= until || !(await isLed(cluster))) return moving;
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
}

/** Whether a rescheduler is at work. */
async function isLed({ client, clock, config, signal }: OpenCluster): Promise<boolean> {
  const leases = await roleLeases(client, config.leadership.namespace, signal);
  const lease = leases.find(({ role }) => role === 'rescheduler');
  if (lease?.holder === undefined || lease.renewedAt === undefined) return false;
  return clock.now() - lease.renewedAt <= 2 * lease.durationMs;
}

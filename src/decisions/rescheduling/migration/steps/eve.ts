import type { PodMigrationStatus } from '#api/pod-migration.ts';
import type { PodNow } from '#decisions/rescheduling/migration/migration-view.ts';
import { instantOf, msOf } from '#decisions/rescheduling/migration/status-change.ts';

type Eve = NonNullable<PodMigrationStatus['eve']>;

/**
 * The newest of the pods there are. Whoever is created later is no older by the API server's clock, which is the only
 * one asked; those of the very same second are known by uid.
 */
export function eveOf(siblings: readonly PodNow[]): Eve {
  const newest = siblings.reduce((latest, { createdAt }) => Math.max(latest, createdAt), 0);
  const uids = siblings.filter(({ createdAt }) => createdAt === newest).map(({ uid }) => uid);
  return { newest: instantOf(newest), uids: uids.toSorted() };
}

/** The first of those that came since, and are not on their way out again. */
export function newcomer(siblings: readonly PodNow[], eve: Eve): PodNow | undefined {
  const newest = msOf(eve.newest);
  const known = new Set(eve.uids);
  return siblings
    .filter(({ createdAt, uid, goneBy }) => goneBy === undefined && createdAt >= newest && !known.has(uid))
    .toSorted((one, other) => one.createdAt - other.createdAt || (one.uid < other.uid ? -1 : 1))[0];
}

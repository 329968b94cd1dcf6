import { isFinished, type HistoryEntry, type PodMigration } from '#api/pod-migration.ts';
import type { OpenCluster } from '#app/once/open-cluster.ts';
import type { AtNamespaced } from '#kube/client/resource.ts';
import { needMigration } from './migrations-at-hand.ts';

export interface Following {
  /** Called with each new entry of its history, in order. */
  readonly tell: (entry: HistoryEntry) => void;
  /** It is not followed any longer than until then; milliseconds since the Unix epoch. */
  readonly until: number;
}

/** A second is soon enough for people, and little for the API server. */
const EVERY_MS = 1000;

/** Follows a migration to its end, or for as long as wanted; as it was last seen. */
export async function followMigration(
  cluster: OpenCluster,
  at: AtNamespaced,
  { tell, until }: Following,
): Promise<PodMigration> {
  const { clock, signal } = cluster;
  let told: HistoryEntry | undefined;
  for (;;) {
    const migration = await needMigration(cluster, at);
    for (const entry of newSince(told, migration)) tell(entry);
    told = migration.status?.history?.at(-1) ?? told;
    if (isFinished(migration) || clock.now() >= until) return migration;
    await clock.sleep(Math.max(0, Math.min(EVERY_MS, until - clock.now())), signal);
  }
}

/** The oldest entries go when there are many: what was told last may be gone, and then all are new. */
function newSince(last: HistoryEntry | undefined, { status }: PodMigration): readonly HistoryEntry[] {
  const history = status?.history ?? [];
  if (last === undefined) return history;
  const known = history.findLastIndex(
    ({ at, reason, phase }) => at === last.at && reason === last.reason && phase === last.phase,
  );
  return history.slice(known + 1);
}

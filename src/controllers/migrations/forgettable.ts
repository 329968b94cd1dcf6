import { isFinished, type PodMigration } from '#api/pod-migration.ts';
import { oncePer } from '#base/once-per.ts';
import { msOf } from '#decisions/rescheduling/migration/status-change.ts';

export interface KeepingOptions {
  /** Finished migrations are the memory from which cooldowns are rebuilt: they are kept as long as it reaches. */
  readonly keptMs: number;
  /** Finished ones in a namespace; beyond it the oldest go first. */
  readonly mostPerNamespace: number;
}

export const keepingDefaults: KeepingOptions = { keptMs: 172_800_000, mostPerNamespace: 1000 };

/** Finished migrations that need not be kept any longer. */
export function forgettable(
  all: readonly PodMigration[],
  now: number,
  { keptMs, mostPerNamespace }: KeepingOptions,
): readonly PodMigration[] {
  // asked at every look, and nearly always there is none
  if (all.length <= mostPerNamespace && now - firstEndIn(all) < keptMs) return [];
  const finished = all
    .filter((migration) => isFinished(migration))
    .map((migration) => ({ migration, endedAt: endedAtOf(migration) }));
  const byNamespace = Map.groupBy(finished, ({ migration }) => migration.metadata.namespace);
  return [...byNamespace.values()].flatMap((ofOne) =>
    ofOne
      .toSorted((one, other) => other.endedAt - one.endedAt)
      .filter(({ endedAt }, place) => place >= mostPerNamespace || now - endedAt >= keptMs)
      .map(({ migration }) => migration),
  );
}

const endedAtOf = ({ status }: PodMigration): number => msOf(status!.since);

/** When the first of them to finish did; infinite where none has. */
const firstEndIn = oncePer((all: readonly PodMigration[]) =>
  all.reduce((first, each) => (isFinished(each) ? Math.min(first, endedAtOf(each)) : first), Infinity),
);

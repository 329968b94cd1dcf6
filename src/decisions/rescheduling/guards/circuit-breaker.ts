import type { PodMigration } from '#api/pod-migration.ts';
import { msOf } from '#decisions/rescheduling/migration/status-change.ts';

export interface BreakerOptions {
  /** Of so many moves that ended last… */
  readonly of: number;
  /** …so many may fail, be it that they broke or that they did not help. */
  readonly failures: number;
  /** Moves that ended longer ago are none of the last. */
  readonly windowMs: number;
}

export const breakerDefaults: BreakerOptions = { of: 5, failures: 3, windowMs: 21_600_000 };

/** Why the breaker is to open, in whole sentences; undefined where moves do what they are meant to. */
export function reasonToOpen(
  migrations: readonly PodMigration[],
  { now, countFrom }: { readonly now: number; readonly countFrom: number },
  { of, failures, windowMs }: BreakerOptions,
): string | undefined {
  const since = Math.max(countFrom, now - windowMs);
  const last = migrations
    .filter(({ status }) => status?.phase === 'Succeeded' || status?.phase === 'Failed')
    .filter(({ status }) => msOf(status!.since) > since)
    .toSorted((one, other) => msOf(other.status!.since) - msOf(one.status!.since))
    .slice(0, of);
  const failed = last.filter(({ status }) => status!.phase === 'Failed');
  if (failed.length < failures) return undefined;
  const causes = new Set(failed.map(({ status }) => status!.history?.at(-1)?.reason ?? 'Failed'));
  return `${failed.length} of the last ${last.length} moves failed (${[...causes].toSorted().join(', ')}).`;
}

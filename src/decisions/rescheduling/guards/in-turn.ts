import type { PodMigration } from '#api/pod-migration.ts';
import { hasBegun } from './gate-of-ours.ts';
import { msOf } from '#decisions/rescheduling/migration/status-change.ts';

/** By the uid of a pod: what the newest plan expects of moving it, in overload minutes beyond the price. */
export type Wanted = ReadonlyMap<string, number>;

/**
 * The order in which migrations are gone on with, for what may begin within the hour, and at once, is little:
 *
 *   1. those under way
 *   2. those that somebody wants by hand
 *   3. those that a plan wants, by what they are worth: to the newest plan, where it speaks of them, else to their own
 *
 * Of equals the one that waits longest, then by name.
 */
export function inTurn(migrations: readonly PodMigration[], wanted: Wanted = new Map()): readonly PodMigration[] {
  return migrations
    .map((migration) => ({ migration, ...turnOf(migration, wanted) }))
    .toSorted((a, b) => a.rank - b.rank || descending(a.worth, b.worth) || descending(b.since, a.since) || byName(a, b))
    .map(({ migration }) => migration);
}

interface Turn {
  readonly rank: number;
  readonly worth: number;
  /** Since when it waits; those that nobody looked at yet wait least. */
  readonly since: number;
}

function turnOf(migration: PodMigration, wanted: Wanted): Turn {
  const { status, spec } = migration;
  const began = status?.history?.[0]?.at ?? status?.since;
  const since = began === undefined ? Number.POSITIVE_INFINITY : msOf(began);
  if (hasBegun(migration)) return { rank: 0, worth: 0, since };
  if (spec.planned === undefined) return { rank: 1, worth: 0, since };
  return { rank: 2, worth: wanted.get(spec.podRef.uid) ?? spec.planned.worthMinutes, since };
}

const descending = (one: number, other: number): number => (one === other ? 0 : other > one ? 1 : -1);

function byName(one: { readonly migration: PodMigration }, other: { readonly migration: PodMigration }): number {
  const [a, b] = [one, other].map(({ migration: { metadata } }) => `${metadata.namespace}/${metadata.name}`);
  return a! < b! ? -1 : 1;
}

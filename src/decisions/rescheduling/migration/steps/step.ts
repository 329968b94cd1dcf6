import type { PodMigration, PodMigrationStatus } from '#api/pod-migration.ts';
import type { MigrationOptions } from '#decisions/rescheduling/migration/migration-options.ts';
import type { MigrationView } from '#decisions/rescheduling/migration/migration-view.ts';
import { type Because, entered, msOf } from '#decisions/rescheduling/migration/status-change.ts';
import type { CloneKey, PodKey, Verb } from '#decisions/rescheduling/migration/verb.ts';

/** What to do next: write the status, then do the verb, then look again; without a verb at once if the status changed. */
export interface Step {
  readonly status: PodMigrationStatus;
  readonly verb?: Verb;
  /** Nothing changes by time alone before then. */
  readonly againAt?: number;
}

/** A migration that somebody has looked at, and all that its next step depends on. */
export interface Situation {
  readonly migration: PodMigration;
  readonly status: PodMigrationStatus;
  readonly view: MigrationView;
  readonly now: number;
  readonly options: MigrationOptions;
}

export const podKeyOf = ({ metadata, spec }: PodMigration): PodKey => ({
  namespace: metadata.namespace,
  name: spec.podRef.name,
  uid: spec.podRef.uid,
});

export const cloneKeyOf = ({ metadata }: PodMigration, name: string): CloneKey => ({
  namespace: metadata.namespace,
  name,
  migration: metadata.uid,
});

export const isPastDeadline = ({ migration, now }: Situation): boolean => now >= msOf(migration.spec.deadline);

/** When the status asked to be left alone, and that is not over. */
export function resting({ status, now }: Situation): number | undefined {
  const until = status.notBefore === undefined ? now : msOf(status.notBefore);
  return until > now ? until : undefined;
}

/** The move ends here, with nothing left to be undone. */
export function ending(
  { status, now }: Situation,
  phase: 'Succeeded' | 'Failed' | 'Refused' | 'Withdrawn',
  because: Because,
): Step {
  return { status: entered(status, phase, because, now) };
}

/** The earlier of two times to look again. */
export const earlier = (one: number, other: number | undefined): number =>
  other === undefined ? one : Math.min(one, other);

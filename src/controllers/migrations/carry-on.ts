import { isFinished, type PodMigration, type PodMigrationStatus } from '#api/pod-migration.ts';
import { afterVerb } from '#decisions/rescheduling/migration/after-verb.ts';
import type { MigrationOptions } from '#decisions/rescheduling/migration/migration-options.ts';
import type { MigrationView } from '#decisions/rescheduling/migration/migration-view.ts';
import { nextStep } from '#decisions/rescheduling/migration/next-step.ts';
import type { Outcome, Verb } from '#decisions/rescheduling/migration/verb.ts';
import type { Clock } from '#ports/clock.ts';
import type { MigrationStore } from '#ports/migration-store.ts';
import { carryOut, type Hands } from './carry-out.ts';

export interface MigrationEdges {
  readonly clock: Clock;
  readonly store: MigrationStore;
  readonly hands: Hands;
}

/** How far one step brought a migration. */
export type Carried =
  | {
      readonly kind: 'carried';
      readonly migration: PodMigration;
      readonly done?: { readonly verb: Verb; readonly outcome: Outcome };
      /** `at-once`: there may be more to do now. Else nothing changes by time alone before then. */
      readonly again: 'at-once' | 'never' | number;
    }
  /** Somebody else wrote it, or removed it: look at it anew. */
  | { readonly kind: 'overtaken' };

/**
 * One step. The status is written before the verb even where it did not change: the API server refuses it if anybody
 * wrote since, so of two leaders one finds out before it acts.
 */
export async function carryOn(
  migration: PodMigration,
  view: MigrationView,
  {
    edges,
    options,
    act = () => undefined,
  }: {
    readonly edges: MigrationEdges;
    readonly options: MigrationOptions;
    /** Asked right before each write, which ends with the signal it gives; throws where nothing may be begun any more. */
    readonly act?: () => AbortSignal | undefined;
  },
): Promise<Carried> {
  const { clock, store, hands } = edges;
  const { status, verb, againAt } = nextStep(migration, view, clock.now(), options);
  const isSame = same(status, migration.status);
  if (verb === undefined && isSame) return { kind: 'carried', migration, again: againAt ?? 'never' };
  const before = await store.writeStatus({ ...migration, status }, act());
  if (before.kind !== 'written') return { kind: 'overtaken' };
  if (verb === undefined)
    return { kind: 'carried', migration: before.migration, again: isFinished(before.migration) ? 'never' : 'at-once' };
  const outcome = await carryOut(verb, hands, act());
  const changed = afterVerb({ ...before.migration, status }, { verb, outcome }, clock.now(), options);
  const after = same(changed, status)
    ? before
    : await store.writeStatus({ ...before.migration, status: changed }, act());
  if (after.kind !== 'written') return { kind: 'overtaken' };
  const again = same(changed, status) ? (againAt ?? 'at-once') : 'at-once';
  return { kind: 'carried', migration: after.migration, done: { verb, outcome }, again };
}

/** As JSON tells them apart: what is undefined is not there. */
const same = (one: PodMigrationStatus, other: PodMigrationStatus | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

import type { PodMigration } from '#api/pod-migration.ts';
import type { MigrationPlan } from '#decisions/rescheduling/plan/migration-plan.ts';

/** What is worth counting of the rescheduler's work; none may throw. */
export interface RescheduleObserver {
  /** A pass has planned; `sinceLastMs`: how long its verdicts are taken to have held. */
  planned(plan: MigrationPlan, took: { readonly tookMs: number; readonly sinceLastMs: number }): void;
  /** A migration has ended. */
  ended(migration: PodMigration): void;
}

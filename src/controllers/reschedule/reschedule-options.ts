import type { BreakerOptions } from '#decisions/rescheduling/guards/circuit-breaker.ts';
import type { CalendarWindow } from '#base/calendar.ts';
import type { MigrationOptions } from '#decisions/rescheduling/migration/migration-options.ts';
import type { PlanOptions } from '#decisions/rescheduling/plan-options.ts';
import type { LoadLines } from '../load-keeper.ts';

/** How pods are moved. The same object as long as nothing has changed. */
export interface RescheduleOptions {
  /** `propose`: moves are proposed, and somebody has to approve each; `act`: they are approved within the budgets. */
  readonly mode: 'propose' | 'act';
  readonly plan: Omit<PlanOptions, 'surgeRight'>;
  /** From one plan to the next. */
  readonly intervalMs: number;
  /** A move must have begun so long after it was proposed. */
  readonly deadlineMs: number;
  readonly windows: readonly CalendarWindow[];
  /** How long a new leader waits, for what its predecessor may still be doing to show. */
  readonly leaderWaitMs: number;
  readonly breaker: BreakerOptions;
  readonly steps: MigrationOptions;
  /** What load is judged by, and how far back pods are looked at. */
  readonly lines: LoadLines;
  readonly historyMs: number;
}

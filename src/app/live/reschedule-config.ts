import type { Config } from '#app/config/schema.ts';
import type { CollectOptions } from '#controllers/collect-load.ts';
import type { RescheduleOptions } from '#controllers/reschedule/reschedule-options.ts';
import { parseWindow } from '#base/written-window.ts';
import { migrationDefaults } from '#decisions/rescheduling/migration/migration-options.ts';
import { planDefaults } from '#decisions/rescheduling/plan-options.ts';
import type { Profile } from '#decisions/scheduling/profile.ts';

/** What the rescheduler goes by, as it is configured. Our own namespace is left alone unless it is named. */
export function rescheduleOptions(config: Config, { lines }: CollectOptions, profile: Profile): RescheduleOptions {
  const { rescheduling, leadership } = config;
  const { mode, intervalMs, deadlineMs, settleMs, historyMs, windows, breaker, maxRetry } = rescheduling;
  const { coverage, budgets, movability } = rescheduling;
  const excludedNamespaces = [...new Set([...movability.excludedNamespaces, leadership.namespace])];
  return {
    mode,
    plan: { ...planDefaults, coverage, budgets, movability: { ...movability, excludedNamespaces }, profile },
    intervalMs,
    deadlineMs,
    windows: windows.flatMap((text) => parseWindow(text) ?? []),
    // as long as whoever led before may believe that it still leads
    leaderWaitMs: leadership.leaseDurationMs,
    breaker,
    steps: { ...migrationDefaults, maxRetry, settleMs },
    lines,
    historyMs,
  };
}

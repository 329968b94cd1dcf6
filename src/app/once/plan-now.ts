import type { Config } from '#app/config/schema.ts';
import { planOptionsOf } from '#app/plan-options-of.ts';
import type { MigrationPlan } from '#decisions/rescheduling/plan/migration-plan.ts';
import { planMigrations } from '#decisions/rescheduling/plan-migrations.ts';
import type { PlanOptions } from '#decisions/rescheduling/plan-options.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import type { ClusterSight } from './cluster-sight.ts';
import { forecastOf } from './forecast-of.ts';
import { needLoad } from './look-at-load.ts';

/** A plan, and what it rests on. */
export interface PlannedNow extends Pick<ClusterSight, 'look' | 'lists'> {
  readonly plan: MigrationPlan;
  readonly options: PlanOptions;
  /** How long what pods use has been known. */
  readonly learntMs: number;
}

/** What the rescheduler would do on what was seen, live or in a recording. Throws where no source of load answered. */
export function planNow(sight: ClusterSight, config: Config): PlannedNow {
  const { known, migrations, lists, look } = sight;
  needLoad(look);
  const { forecast, learntMs } = forecastOf(look, known);
  const profile = defaultProfile(known.dialect.dialect);
  const options = { ...planOptionsOf(config, profile), surgeRight: sight.surgeRight };
  const plan = planMigrations(
    {
      cluster: known.store.view(),
      unread: known.unread,
      load: look.view,
      forecast,
      pods: known.pods,
      migrations: migrations.items,
      foretold: () => 0,
    },
    options,
  );
  return { plan, options, look, lists, learntMs };
}

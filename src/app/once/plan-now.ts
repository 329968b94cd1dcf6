import type { Config } from '#app/config/schema.ts';
import type { Look, Observing } from '#controllers/look-once.ts';
import type { MigrationPlan } from '#decisions/rescheduling/migration-plan.ts';
import type { SurgeSubject } from '#decisions/rescheduling/migration/surge-chance.ts';
import { planMigrations } from '#decisions/rescheduling/plan-migrations.ts';
import { type PlanOptions, planDefaults } from '#decisions/rescheduling/plan-options.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import type { ClusterLists } from './cluster-lists.ts';
import { forecastOf } from './forecast-of.ts';
import { type KnownCluster, listsOf } from './known-cluster.ts';
import type { KnownMigrations } from './known-migrations.ts';
import { lookAtLoad, needLoad } from './look-at-load.ts';
import type { OpenCluster } from './open-cluster.ts';

export interface PlanNowAsk {
  readonly migrations: KnownMigrations;
  readonly surgeRight: SurgeSubject['right'];
  /** How far back the use of pods is looked at. */
  readonly historyMs: number;
  readonly observeForMs: number;
  readonly observing: Observing;
}

/** A plan, and what it rests on. */
export interface PlannedNow {
  readonly plan: MigrationPlan;
  readonly options: PlanOptions;
  readonly look: Look;
  readonly lists: ClusterLists;
  /** How long what pods use has been known. */
  readonly learntMs: number;
}

/** What the rescheduler would do on this cluster now. Throws where no source of load answers. */
export async function planNow(cluster: OpenCluster, known: KnownCluster, ask: PlanNowAsk): Promise<PlannedNow> {
  const { migrations, surgeRight, historyMs, observeForMs, observing } = ask;
  const lists = listsOf(known);
  const look = await lookAtLoad(cluster, lists, { pods: 'asked', observeForMs, observing, historyMs });
  needLoad(look);
  const { forecast, learntMs } = forecastOf(look, known);
  const options = optionsOf(cluster.config, known, surgeRight);
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

function optionsOf(
  { rescheduling: { coverage, budgets, movability } }: Config,
  { dialect }: KnownCluster,
  surgeRight: SurgeSubject['right'],
): PlanOptions {
  return { ...planDefaults, coverage, budgets, movability, surgeRight, profile: defaultProfile(dialect.dialect) };
}

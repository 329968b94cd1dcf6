import { needNew } from '#actuators/recording/recording-writer.ts';
import type { Config } from '#app/config/schema.ts';
import { structured, type OutputFormat } from '#app/output-format.ts';
import { recordSight } from '#app/record/record-sight.ts';
import { paintFor, type Terminal } from '#app/terminal.ts';
import type { Look } from '#controllers/look-once.ts';
import { planMigrations } from '#decisions/rescheduling/plan-migrations.ts';
import { type PlanOptions, planDefaults } from '#decisions/rescheduling/plan-options.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { planDocument } from '#views/plan-document.ts';
import { planText } from '#views/plan-text.ts';
import { span } from '#views/span.ts';
import { type ClusterSight, seeCluster } from './cluster-sight.ts';
import { forecastOf } from './forecast-of.ts';
import type { KnownCluster } from './known-cluster.ts';
import { needLoad } from './look-at-load.ts';
import { remarksOn } from './look-remarks.ts';
import { type Opening, withCluster } from './open-cluster.ts';
import { sayObserving, sayRemarks } from './say.ts';

export interface PlanPrinting {
  readonly format: OutputFormat;
  /** How far back the use of pods is looked at. */
  readonly historyMs: number;
}

export interface PlanAsk extends PlanPrinting {
  readonly opening: Opening;
  readonly observeForMs: number;
  /** Where to keep what the plan rests on. */
  readonly recordTo: string | undefined;
}

/** Prints what would be moved now, and why the rest stays. */
export async function planOnce(ask: PlanAsk, terminal: Terminal): Promise<void> {
  const { opening, historyMs, observeForMs, recordTo } = ask;
  if (recordTo !== undefined) await needNew(recordTo);
  await withCluster(opening, terminal, async (cluster) => {
    const observing = sayObserving(terminal);
    const { sight, heard } = await seeCluster(cluster, { historyMs, observeForMs, observing });
    if (recordTo !== undefined) await recordSight(recordTo, sight.known.version, heard, cluster.config);
    printPlan(sight, cluster.config, ask, terminal);
  });
}

/** Plans on what was seen, live or in a recording. */
export function printPlan(
  { known, migrations, lists, look }: ClusterSight,
  config: Config,
  { format, historyMs }: PlanPrinting,
  terminal: Terminal,
): void {
  needLoad(look);
  const { forecast, learntMs } = forecastOf(look, known);
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
    optionsOf(config, known),
  );
  const remarks = [
    ...new Set([...known.remarks, ...migrations.remarks, ...remarksOn(look, lists)]),
    ...youthRemarks(look, learntMs, historyMs),
    ...strategyRemarks(config),
  ];
  sayRemarks(terminal, remarks);
  if (format === 'json' || format === 'yaml') {
    terminal.stdout.write(structured(planDocument(plan, remarks), format));
    return;
  }
  const width = format === 'wide' ? 'wide' : 'narrow';
  terminal.stdout.write(planText(plan, { width, paint: paintFor(terminal.stdout, terminal.env) }));
}

function optionsOf(
  { rescheduling: { coverage, budgets, movability } }: Config,
  { dialect }: KnownCluster,
): PlanOptions {
  return { ...planDefaults, coverage, budgets, movability, profile: defaultProfile(dialect.dialect) };
}

/** Half the span asked for is enough to say nothing about. */
function youthRemarks({ reading: { pods } }: Look, learntMs: number, askedMs: number): readonly string[] {
  if (pods.kind !== 'read' || learntMs >= askedMs / 2) return [];
  const known = learntMs < 60_000 ? 'now alone' : `the last ${span(learntMs)} alone`;
  return [`what pods use is known of ${known}: moves are dearer the less is known of the day`];
}

function strategyRemarks({ rescheduling: { strategy } }: Config): readonly string[] {
  return strategy === 'least_loaded'
    ? []
    : [`strategy ${strategy} is not known to the planner yet: least_loaded is used`];
}

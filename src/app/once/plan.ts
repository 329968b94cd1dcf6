import { isTerminal } from '#api/pod-standing.ts';
import type { Config } from '#app/config/schema.ts';
import { structured, type OutputFormat } from '#app/output-format.ts';
import { paintFor, type Terminal } from '#app/terminal.ts';
import type { Look } from '#controllers/look-once.ts';
import { planMigrations } from '#decisions/rescheduling/plan-migrations.ts';
import { type PlanOptions, planDefaults } from '#decisions/rescheduling/plan-options.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { planDocument } from '#views/plan-document.ts';
import { planText } from '#views/plan-text.ts';
import { span } from '#views/span.ts';
import type { ClusterLists } from './cluster-lists.ts';
import { forecastOf } from './forecast-of.ts';
import { type KnownCluster, knowCluster } from './known-cluster.ts';
import { knownMigrations } from './known-migrations.ts';
import { lookAtLoad, needLoad } from './look-at-load.ts';
import { remarksOn } from './look-remarks.ts';
import { type Opening, withCluster } from './open-cluster.ts';
import { sayObserving, sayRemarks } from './say.ts';

export interface PlanAsk {
  readonly opening: Opening;
  readonly format: OutputFormat;
  /** How far back the use of pods is looked at. */
  readonly historyMs: number;
  readonly observeForMs: number;
}

/** Prints what would be moved now, and why the rest stays. */
export async function planOnce(ask: PlanAsk, terminal: Terminal): Promise<void> {
  const { opening, format, historyMs, observeForMs } = ask;
  await withCluster(opening, terminal, async (cluster) => {
    const [known, migrations] = await Promise.all([knowCluster(cluster), knownMigrations(cluster)]);
    const lists = listsOf(known);
    const observing = sayObserving(terminal);
    const look = await lookAtLoad(cluster, lists, { pods: 'asked', observeForMs, observing, historyMs });
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
      optionsOf(cluster.config, known),
    );
    const remarks = [
      ...new Set([...known.remarks, ...migrations.remarks, ...remarksOn(look, lists)]),
      ...youthRemarks(look, learntMs, historyMs),
    ];
    sayRemarks(terminal, remarks);
    if (format === 'json' || format === 'yaml') {
      terminal.stdout.write(structured(planDocument(plan, remarks), format));
      return;
    }
    const width = format === 'wide' ? 'wide' : 'narrow';
    terminal.stdout.write(planText(plan, { width, paint: paintFor(terminal.stdout, terminal.env) }));
  });
}

/** Load is looked at on the same lists, so that both speak of one cluster. */
function listsOf({ nodes, pods, version, dialect }: KnownCluster): ClusterLists {
  const alive = pods.filter((pod) => !isTerminal(pod));
  return { nodes: { kind: 'listed', items: nodes }, pods: { kind: 'listed', items: alive }, version, dialect };
}

function optionsOf(
  { rescheduling: { strategy, coverage, budgets, movability } }: Config,
  { dialect }: KnownCluster,
): PlanOptions {
  const relocation = { ...planDefaults.relocation, strategy };
  return { coverage, budgets, movability, relocation, profile: defaultProfile(dialect.dialect) };
}

/** Half the span asked for is enough to say nothing about. */
function youthRemarks({ reading: { pods } }: Look, learntMs: number, askedMs: number): readonly string[] {
  if (pods.kind !== 'read' || learntMs >= askedMs / 2) return [];
  const known = learntMs < 60_000 ? 'now alone' : `the last ${span(learntMs)} alone`;
  return [`what pods use is known of ${known}: moves are dearer the less is known of the day`];
}

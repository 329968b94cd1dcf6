import { needNew } from '#actuators/recording/recording-writer.ts';
import type { Config } from '#app/config/schema.ts';
import { structured, type OutputFormat } from '#app/flags/output-format.ts';
import { recordSight } from './record-sight.ts';
import { paintFor, type Terminal } from '#app/terminal.ts';
import type { Look } from '#controllers/look-once.ts';
import type { SurgeSubject } from '#decisions/rescheduling/migration/surge/surge-chance.ts';
import { planDocument } from '#views/plan/plan-document.ts';
import { planText } from '#views/plan/plan-text.ts';
import { span } from '#views/span.ts';
import { type ClusterSight, seeCluster } from './cluster-sight.ts';
import { remarksOn } from './look-remarks.ts';
import { type Opening, withCluster } from './open-cluster.ts';
import { type PlannedNow, planNow } from './plan-now.ts';
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

/** Plans on what was seen, live or in a recording, and prints that. */
export function printPlan(sight: ClusterSight, config: Config, asked: PlanPrinting, terminal: Terminal): void {
  const planned = planNow(sight, config);
  const remarks = remarksOnPlan(sight, planned, asked.historyMs);
  sayRemarks(terminal, remarks);
  if (asked.format === 'json' || asked.format === 'yaml') {
    terminal.stdout.write(structured(planDocument(planned.plan, remarks), asked.format));
    return;
  }
  const width = asked.format === 'wide' ? 'wide' : 'narrow';
  terminal.stdout.write(planText(planned.plan, { width, paint: paintFor(terminal.stdout, terminal.env) }));
}

function remarksOnPlan(
  { known, migrations, lists, look, surgeRight }: ClusterSight,
  { learntMs }: PlannedNow,
  historyMs: number,
): readonly string[] {
  return [
    ...new Set([...known.remarks, ...migrations.remarks, ...remarksOn(look, lists)]),
    ...youthRemarks(look, learntMs, historyMs),
    ...surgeRemarks(surgeRight),
  ];
}

/** Half the span asked for is enough to say nothing about. */
function youthRemarks({ reading: { pods } }: Look, learntMs: number, askedMs: number): readonly string[] {
  if (pods.kind !== 'read' || learntMs >= askedMs / 2) return [];
  const known = learntMs < 60_000 ? 'now alone' : `the last ${span(learntMs)} alone`;
  return [`what pods use is known of ${known}: moves are dearer the less is known of the day`];
}

/** The rescheduler's rights are its own: who asks may have more, or fewer. */
function surgeRemarks(right: SurgeSubject['right']): readonly string[] {
  return right === 'held'
    ? []
    : ['you may not create pods: moves are planned as without that right, by eviction alone'];
}

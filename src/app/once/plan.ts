import type { Config } from '#app/config/schema.ts';
import { structured, type OutputFormat } from '#app/output-format.ts';
import { paintFor, type Terminal } from '#app/terminal.ts';
import type { Look } from '#controllers/look-once.ts';
import type { SurgeSubject } from '#decisions/rescheduling/migration/surge-chance.ts';
import { planDocument } from '#views/plan-document.ts';
import { planText } from '#views/plan-text.ts';
import { span } from '#views/span.ts';
import { knowCluster } from './known-cluster.ts';
import { knownMigrations } from './known-migrations.ts';
import { remarksOn } from './look-remarks.ts';
import { maySurge } from './may-surge.ts';
import { type Opening, withCluster } from './open-cluster.ts';
import { planNow } from './plan-now.ts';
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
    const { client, signal } = cluster;
    const [known, migrations, surgeRight] = await Promise.all([
      knowCluster(cluster),
      knownMigrations(cluster),
      maySurge(client, signal),
    ]);
    const observing = sayObserving(terminal);
    const asked = { migrations, surgeRight, historyMs, observeForMs, observing };
    const { plan, look, lists, learntMs } = await planNow(cluster, known, asked);
    const remarks = [
      ...new Set([...known.remarks, ...migrations.remarks, ...remarksOn(look, lists)]),
      ...youthRemarks(look, learntMs, historyMs),
      ...surgeRemarks(surgeRight),
      ...strategyRemarks(cluster.config),
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

function strategyRemarks({ rescheduling: { strategy } }: Config): readonly string[] {
  return strategy === 'least_loaded'
    ? []
    : [`strategy ${strategy} is not known to the planner yet: least_loaded is used`];
}

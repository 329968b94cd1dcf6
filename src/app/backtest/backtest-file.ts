import { basename } from 'node:path';
import type { ConfigPlaces } from '#app/config/open-config.ts';
import { structured } from '#app/flags/output-format.ts';
import { configFrom } from '#app/once/open-cluster.ts';
import { sayRemarks } from '#app/once/say.ts';
import { policyNamed } from '#app/policy-named.ts';
import { TORN } from '#app/record/plan-recording.ts';
import { objectSchemas } from '#app/record/object-schemas.ts';
import { progressOn } from '#app/progress.ts';
import type { Terminal } from '#app/terminal.ts';
import { instantText } from '#load/instant.ts';
import { instanceOf, poolsOf, type RecordedPool } from '#simulation/backtest/instances-of.ts';
import { judgeForecast } from '#simulation/backtest/judge-forecast.ts';
import type { RecordedHistory } from '#simulation/backtest/recorded-history.ts';
import { runPolicy } from '#simulation/backtest/run-policies.ts';
import { reschedulingPolicies } from '#simulation/policies/rescheduling-policies.ts';
import { readRecording } from '#sources/recording/read-recording.ts';
import { backtestPage } from '#views/backtest/page.ts';
import type { BacktestReport, BacktestRun } from '#views/backtest/report.ts';
import { backtestText } from '#views/backtest/tables.ts';
import { span } from '#views/span.ts';
import { backtestFault } from './faults.ts';
import { HistoryBuilder } from './history-builder.ts';
import { unknownRemarks } from './history-remarks.ts';

export interface BacktestAsk {
  readonly places: ConfigPlaces;
  readonly file: string;
  readonly policies: readonly string[];
  /** So much of the beginning is learnt from and not counted. */
  readonly learnMs: number;
  readonly output: 'table' | 'wide' | 'json' | 'html';
}

/** Replays a recording under each policy, and prints what each would have come to. */
export async function backtestFile(ask: BacktestAsk, terminal: Terminal): Promise<void> {
  const policies = ask.policies.map((name) => policyNamed(reschedulingPolicies, name));
  const config = await configFrom(ask.places);
  const builder = new HistoryBuilder(config);
  const { isTorn } = await readRecording(ask.file, objectSchemas, (look, session) => builder.take(look, session));
  const history = builder.history();
  const pools = poolsOf(history);
  const since = learntSteps(ask, history);
  const instances = pools.map((pool) => instanceOf(pool, history, since));
  const runs = policies.map((policy): BacktestRun => {
    terminal.signal?.throwIfAborted();
    const progress = progressOn(terminal, policy.name);
    progress(0);
    const run = runPolicy(instances, policy);
    progress(1);
    return run;
  });
  const remarks = [...(isTorn ? [TORN] : []), ...remarksOn(history, pools)];
  sayRemarks(terminal, remarks);
  const report = reportOf(ask, history, { pools, since, runs, remarks });
  terminal.stdout.write(answer(report, ask.output));
}

function learntSteps({ file, learnMs }: BacktestAsk, { steps, stepMs }: RecordedHistory): number {
  const since = Math.round(learnMs / stepMs);
  if (steps - since >= 2) return since;
  const known = span(steps * stepMs);
  const learn = since === 0 ? '' : `, of which ${span(learnMs)} are learnt from`;
  throw backtestFault('backtest/too-short', `replaying ${file}: it knows what pods used for ${known}${learn}`);
}

function reportOf(
  { file }: BacktestAsk,
  history: RecordedHistory,
  found: {
    readonly pools: readonly RecordedPool[];
    readonly since: number;
    readonly runs: readonly BacktestRun[];
    readonly remarks: readonly string[];
  },
): BacktestReport {
  const { fromMs, stepMs, steps } = history;
  const { pools, since, runs, remarks } = found;
  const pods = pools.flatMap((pool) => pool.pods);
  return {
    recording: basename(file),
    from: instantText(fromMs + since * stepMs),
    until: instantText(fromMs + steps * stepMs),
    stepMinutes: stepMs / 60_000,
    nodes: pools.reduce((count, { nodes }) => count + nodes.length, 0),
    pods: pods.length,
    pinnedPods: pods.filter(({ isPinned }) => isPinned).length,
    runs,
    forecast: judgeForecast(pools, history),
    remarks,
  };
}

function remarksOn(history: RecordedHistory, pools: readonly RecordedPool[]): readonly string[] {
  const fleeting = history.nodes.filter(({ isLasting }) => !isLasting).length;
  return [
    ...(pools.length > 1
      ? [`${pools.length} pools are replayed each by itself: ${pools.map(poolText).join(', ')}`]
      : []),
    ...(fleeting > 0 ? [`${fleeting} nodes were there for less than half of the looks and are left out`] : []),
    ...unknownRemarks(history),
  ];
}

const poolText = ({ name, nodes }: RecordedPool): string =>
  `${nodes.length} nodes ${name === '' ? 'without taints' : `with ${name}`}`;

function answer(report: BacktestReport, output: BacktestAsk['output']): string {
  switch (output) {
    case 'json':
      return structured(report, 'json');
    case 'html':
      return backtestPage(report);
    case 'table':
      return backtestText(report, 'narrow');
    case 'wide':
      return backtestText(report, 'wide');
  }
}

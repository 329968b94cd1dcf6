import { none } from '#simulation/policies/none.ts';
import type { ReplayInstance } from '#simulation/replay/instance.ts';
import type { ReplayPolicy } from '#simulation/replay/policy.ts';
import { type ReplayOutcome, runReplay } from '#simulation/replay/run-replay.ts';
import { scoreOf } from '#simulation/replay/score.ts';
import type { BacktestRun } from '#views/backtest/report.ts';

interface PoolRun {
  readonly outcome: ReplayOutcome;
  readonly overloadedNodes: readonly number[];
  readonly evictionsSoFar: readonly number[];
}

/** One policy on all pools of a recording, together; a decider of its own for each. */
export function runPolicy(instances: readonly ReplayInstance[], policy: ReplayPolicy): BacktestRun {
  const runs = instances.map((instance) => runPool(instance, policy));
  const idle = policy === none ? runs : instances.map((instance) => runPool(instance, none));
  const outcome = together(runs);
  const { minutesPerEviction = null } = scoreOf(together(idle), outcome);
  return {
    policy: policy.name,
    ...outcome,
    minutesPerEviction,
    overloadedNodes: sums(runs.map((run) => run.overloadedNodes)),
    evictionsSoFar: sums(runs.map((run) => run.evictionsSoFar)),
  };
}

function runPool(instance: ReplayInstance, policy: ReplayPolicy): PoolRun {
  const { capacity } = instance.cluster;
  const overloadedNodes: number[] = [];
  const evictionsSoFar: number[] = [];
  const outcome = runReplay(instance, policy, (_, used, evictions) => {
    overloadedNodes.push(used.reduce((count, cores, node) => count + Number(cores > 0.8 * capacity[node]! + 1e-6), 0));
    evictionsSoFar.push(evictions);
  });
  return { outcome, overloadedNodes, evictionsSoFar };
}

function together(runs: readonly PoolRun[]): ReplayOutcome {
  const sum = (of: keyof ReplayOutcome): number => runs.reduce((all, { outcome }) => all + outcome[of], 0);
  return {
    over80: sum('over80'),
    over100: sum('over100'),
    evictions: sum('evictions'),
    pingPongs: sum('pingPongs'),
    mostMoves: Math.max(0, ...runs.map(({ outcome }) => outcome.mostMoves)),
  };
}

const sums = (columns: readonly (readonly number[])[]): readonly number[] =>
  (columns[0] ?? []).map((_, step) => columns.reduce((sum, column) => sum + column[step]!, 0));

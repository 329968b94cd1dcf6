import type { ReplayInstance } from '#simulation/replay/instance.ts';
import type { ReplayPolicy } from '#simulation/replay/policy.ts';
import { type ReplayOutcome, runReplay } from '#simulation/replay/run-replay.ts';
import { type ClairvoyantReference, type ReplayScore, scoreOf } from '#simulation/replay/score.ts';
import { none } from '#simulation/policies/none.ts';
import { timedPolicy } from './timed-policy.ts';

/** One policy on one instance. */
export interface ReplayRow {
  readonly instance: string;
  readonly policy: string;
  readonly outcome: ReplayOutcome;
  readonly score: ReplayScore;
  readonly decisionMs: { readonly mean: number; readonly longest: number };
}

/** Every policy on one instance, scored against doing nothing and the clairvoyant. */
export function replayRows(
  instance: ReplayInstance,
  policies: readonly ReplayPolicy[],
  reference?: ClairvoyantReference,
): ReplayRow[] {
  const idle = runReplay(instance, none);
  return policies.map((policy) => {
    const time = { decisions: 0, totalMs: 0, longestMs: 0 };
    const outcome = runReplay(instance, timedPolicy(policy, time));
    return {
      instance: instance.name,
      policy: policy.name,
      outcome,
      score: scoreOf(idle, outcome, reference),
      decisionMs: { mean: time.totalMs / time.decisions, longest: time.longestMs },
    };
  });
}

/** What `bench/results/replay.json` says of each instance, by policy. */
export function rowsByInstance(rows: readonly ReplayRow[]): Record<string, Record<string, object>> {
  const instances: Record<string, Record<string, object>> = {};
  for (const { instance, policy, outcome, score, decisionMs } of rows) {
    (instances[instance] ??= {})[policy] = { ...outcome, ...score, decisionMs: decisionMs.mean };
  }
  return instances;
}

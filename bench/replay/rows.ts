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

interface StoredRow extends ReplayOutcome, ReplayScore {
  readonly decisionMs: number;
}

/** What was measured before, with these rows in the place of their forerunners: whoever changes one policy runs that alone. */
export function renewed(
  stored: Readonly<Record<string, Readonly<Record<string, object>>>>,
  rows: readonly ReplayRow[],
): readonly ReplayRow[] {
  const fresh = new Map(rows.map((row) => [`${row.instance} ${row.policy}`, row]));
  const kept = Object.entries(stored).flatMap(([instance, policies]) =>
    Object.entries(policies).map(([policy, row]) => {
      const before = fresh.get(`${instance} ${policy}`) ?? readRow(instance, policy, row as StoredRow);
      fresh.delete(`${instance} ${policy}`);
      return before;
    }),
  );
  return [...kept, ...fresh.values()];
}

function readRow(instance: string, policy: string, stored: StoredRow): ReplayRow {
  const { over80, over100, evictions, pingPongs, mostMoves, decisionMs, ...score } = stored;
  const outcome = { over80, over100, evictions, pingPongs, mostMoves };
  return { instance, policy, outcome, score, decisionMs: { mean: decisionMs, longest: decisionMs } };
}

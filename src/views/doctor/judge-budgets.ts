import type { PodDisruptionBudget } from '#api/kubernetes/workload.ts';
import { counted } from '#views/counted.ts';
import { type Finding, ok, warning } from './finding.ts';
import { someOf } from './some-of.ts';

const BUDGET = 'disruption budget';

/** Disruption budgets under which no pod may ever be evicted, and those that are used up now. */
export function judgeBudgets(budgets: readonly PodDisruptionBudget[]): readonly Finding[] {
  const guarding = budgets.filter(({ status }) => (status?.expectedPods ?? 0) > 0);
  const never = guarding.filter(forbidsAll);
  const now = guarding.filter((budget) => !forbidsAll(budget) && status(budget).disruptionsAllowed === 0);
  if (never.length + now.length === 0) return [ok(noneBlocks(budgets.length))];
  return [
    ...(never.length === 0
      ? []
      : [
          warning(
            `no pod can ever be evicted under ${counted(never.length, BUDGET)}: ${someOf(never.map(nameOf))}`,
            'their pods cannot be moved, nor their nodes be drained: allow one disruption (maxUnavailable: 1), with as many replicas as that needs',
            never.map(wordsOf),
          ),
        ]),
    ...(now.length === 0
      ? []
      : [
          warning(
            `no pod can be evicted now under ${counted(now.length, BUDGET)}, for too few are healthy: ${someOf(now.map(nameOf))}`,
            'see why pods are not ready: kubectl get pods -A, filtered by the selector of the budget',
            now.map(wordsOf),
          ),
        ]),
  ];
}

/** By its own words, however healthy its pods are. */
function forbidsAll(budget: PodDisruptionBudget): boolean {
  const { expectedPods = 0, desiredHealthy = 0 } = status(budget);
  return desiredHealthy >= expectedPods;
}

function status({ status: said }: PodDisruptionBudget): NonNullable<PodDisruptionBudget['status']> {
  return said ?? {};
}

function nameOf({ metadata }: PodDisruptionBudget): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}

function wordsOf(budget: PodDisruptionBudget): string {
  const { currentHealthy = 0, desiredHealthy = 0, expectedPods = 0 } = status(budget);
  const rule = ruleOf(budget);
  return `${nameOf(budget)} (${rule}): ${currentHealthy} of ${expectedPods} pods healthy, ${desiredHealthy} demanded`;
}

function ruleOf({ spec }: PodDisruptionBudget): string {
  if (spec?.maxUnavailable !== undefined) return `maxUnavailable ${spec.maxUnavailable}`;
  return `minAvailable ${spec?.minAvailable ?? 'unsaid'}`;
}

function noneBlocks(budgets: number): string {
  return budgets === 0
    ? 'there is no disruption budget'
    : `${counted(budgets, BUDGET)}: evictions are possible under each`;
}

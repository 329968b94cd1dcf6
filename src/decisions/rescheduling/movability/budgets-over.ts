import type { Pod } from '#api/kubernetes/pod.ts';
import type { PodDisruptionBudget } from '#api/kubernetes/workload.ts';
import { compileSelector, selects } from '#api/label-selector.ts';
import { oncePer } from '#base/once-per.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { BudgetNow } from './workload-now.ts';

const selectorOf = oncePer(({ spec }: PodDisruptionBudget) => compileSelector(spec?.selector));

/** The disruption budgets that match a pod: an eviction asks them first, and passes no two. */
export function budgetsOver(
  { namespace = 'default', labels = {} }: Pick<Pod['metadata'], 'namespace' | 'labels'>,
  view: ClusterView,
): readonly BudgetNow[] {
  return [...view.objectsIn('PodDisruptionBudget', namespace)]
    .filter((budget) => selects(selectorOf(budget), labels))
    .map(({ metadata: { name }, status }) => ({ name, disruptionsAllowed: status?.disruptionsAllowed }));
}

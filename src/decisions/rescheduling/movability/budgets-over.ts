import type { Pod } from '#api/kubernetes/pod.ts';
import { compileSelector, selects } from '#api/label-selector.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { BudgetNow } from './workload-now.ts';

/** The disruption budgets that match a pod: an eviction asks them first, and passes no two. */
export function budgetsOver({ metadata }: Pod, view: ClusterView): readonly BudgetNow[] {
  const { namespace = 'default', labels = {} } = metadata;
  return [...view.objectsIn('PodDisruptionBudget', namespace)]
    .filter(({ spec }) => selects(compileSelector(spec?.selector), labels))
    .map(({ metadata: { name }, status }) => ({ name, disruptionsAllowed: status?.disruptionsAllowed }));
}

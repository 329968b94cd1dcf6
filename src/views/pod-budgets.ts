import type { Pod } from '#api/kubernetes/pod.ts';
import { compileSelector, selects } from '#api/label-selector.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';

/** A disruption budget that covers a pod: an eviction asks it first. */
export interface Budget {
  readonly name: string;
  /** How many of its pods may go now; null where nobody has worked it out yet. */
  readonly disruptionsAllowed: number | null;
}

/** Two or more of them refuse every eviction. */
export function budgetsOver({ metadata }: Pod, view: ClusterView): readonly Budget[] {
  const { namespace = 'default', labels = {} } = metadata;
  return [...view.objectsIn('PodDisruptionBudget', namespace)]
    .filter(({ spec }) => selects(compileSelector(spec?.selector), labels))
    .map(({ metadata: { name }, status }) => ({ name, disruptionsAllowed: status?.disruptionsAllowed ?? null }));
}

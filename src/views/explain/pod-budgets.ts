import type { Pod } from '#api/kubernetes/pod.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import { budgetsOver } from '#decisions/rescheduling/movability/budgets-over.ts';

/** A disruption budget that covers a pod: an eviction asks it first. */
export interface Budget {
  readonly name: string;
  /** How many of its pods may go now; null where nobody has worked it out yet. */
  readonly disruptionsAllowed: number | null;
}

/** Two or more of them refuse every eviction. */
export function shownBudgets(pod: Pod, view: ClusterView): readonly Budget[] {
  return budgetsOver(pod.metadata, view).map(({ name, disruptionsAllowed = null }) => ({ name, disruptionsAllowed }));
}

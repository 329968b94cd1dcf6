import { selects } from '#api/label-selector.ts';
import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import { ABSENT } from '#cluster/columns/label-column.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { type ClusterFilter, type FilterStep, SKIP } from '../framework.ts';
import {
  brokenConstraint,
  constraintsFor,
  isAnyBroken,
  type Laid,
  lay,
} from '#decisions/scheduling/spread/laid-constraint.ts';
import type { ProfileOptions } from '../profile-options.ts';
import { type Check, checkOf, mostIn } from '#decisions/scheduling/spread/spread-check.ts';
import { constraintOf, rowsWithKeys } from '#decisions/scheduling/spread/spread-constraint.ts';
import { OK } from '../verdict-book.ts';

/** Upstream counts nominated pods by a path of its own, which knows of no pods that end and of no empty selectors. */
function withRivals(
  { constraint, valueOf, pods }: Check,
  rivals: readonly PlacedPod[],
  row: number,
  namespace: string,
): Int32Array {
  const counted = rivals.filter(
    ({ labels }) => labels.namespace === namespace && selects(constraint.selector, labels.labels),
  ).length;
  if (counted === 0 || !constraint.includes(row)) return pods;
  const more = pods.slice();
  more[valueOf[row]!]! += counted;
  return more;
}

/** Keeps off nodes whose domain would get too far ahead of the emptiest. */
export const podTopologySpread = (options: ProfileOptions): ClusterFilter => ({
  name: 'PodTopologySpread',
  reach: 'cluster',
  prepare(first, view, pen) {
    const unlabelled = pen.refuse(
      'UnschedulableAndUnresolvable',
      "node(s) didn't match pod topology spread constraints (missing required label)",
    );
    const uneven = pen.refuse('Unschedulable', "node(s) didn't match pod topology spread constraints");
    if (isAnyBroken(constraintsFor(first, view, 'DoNotSchedule', options))) {
      const verdict = pen.refuse('Error', `running PreFilter plugin "PodTopologySpread": ${brokenConstraint}`);
      return () => ({ kind: 'refuse', verdict });
    }
    const read = (pod: ComingPod, view: ClusterView): Laid[] => {
      const constraints = constraintsFor(pod, view, 'DoNotSchedule', options).map((one) =>
        constraintOf(one, pod, view),
      );
      return lay(constraints, rowsWithKeys(constraints, view));
    };
    const own = (first.shape.spec.topologySpreadConstraints ?? []).length > 0;
    const known = own ? read(first, view) : undefined;
    if (known?.length === 0 || (!own && options.defaultConstraints === 'system')) return undefined;
    return (pod, view): FilterStep => {
      // whose siblings a pod has is up to Services and owners: it may change with any event
      const laid = known ?? read(pod, view);
      if (laid.length === 0) return SKIP;
      const checks = laid.map((one) => checkOf(one, pod, view));
      const hasAllKeys = (row: number): boolean => checks.every(({ valueOf }) => valueOf[row] !== ABSENT);
      return {
        kind: 'judge',
        beside(rivals, row) {
          for (const check of checks) {
            const value = check.valueOf[row]!;
            if (value === ABSENT) return unlabelled;
            const counts = hasAllKeys(row) ? withRivals(check, rivals, row, pod.labels.namespace) : check.pods;
            if ((counts[value] ?? 0) > mostIn(check, counts)) return uneven;
          }
          return OK;
        },
        judge({ list, count }, verdicts) {
          for (let at = 0; at < count; at++) verdicts[list[at]!] = OK;
          for (const check of checks) {
            const { valueOf, pods } = check;
            const most = mostIn(check, pods);
            for (let at = 0; at < count; at++) {
              const row = list[at]!;
              if (verdicts[row] !== OK) continue;
              const value = valueOf[row]!;
              if (value === ABSENT) verdicts[row] = unlabelled;
              else if ((pods[value] ?? 0) > most) verdicts[row] = uneven;
            }
          }
        },
      };
    };
  },
});

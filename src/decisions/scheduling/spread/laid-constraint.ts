import type { TopologySpreadConstraint } from '#api/kubernetes/affinity.ts';
import { brokenSelector } from '#api/label-selector.ts';
import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import { defaultSpreadSelector } from './default-spread-selector.ts';
import type { ProfileOptions } from '#decisions/scheduling/profile-options.ts';
import { type Constraint, type StatedConstraint, statedBy } from './spread-constraint.ts';

export const hostnameKey: string = 'kubernetes.io/hostname';

/** kube-scheduler's own, for pods that say nothing. */
const systemConstraints: readonly TopologySpreadConstraint[] = [
  { topologyKey: hostnameKey, maxSkew: 3, whenUnsatisfiable: 'ScheduleAnyway' },
  { topologyKey: 'topology.kubernetes.io/zone', maxSkew: 5, whenUnsatisfiable: 'ScheduleAnyway' },
];

/** The constraints of one kind that hold for a pod: its own, or the profile's with the selector of its siblings. */
export function constraintsFor(
  pod: ComingPod,
  view: ClusterView,
  whenUnsatisfiable: TopologySpreadConstraint['whenUnsatisfiable'],
  { defaultConstraints }: ProfileOptions,
): readonly StatedConstraint[] {
  const own = pod.shape.spec.topologySpreadConstraints ?? [];
  const ofKind = (list: readonly TopologySpreadConstraint[]): readonly TopologySpreadConstraint[] =>
    list.filter((constraint) => constraint.whenUnsatisfiable === whenUnsatisfiable);
  if (own.length > 0) return ofKind(own).map((stated) => statedBy(stated, pod));
  const defaults = ofKind(defaultConstraints === 'system' ? systemConstraints : defaultConstraints);
  if (defaults.length === 0) return [];
  const selector = defaultSpreadSelector(pod.pod, view);
  return selector === undefined ? [] : defaults.map((stated) => ({ stated, selector }));
}

/** What is said where one cannot be read. */
export const brokenConstraint: string = 'a spread constraint has a broken selector';

/** Whether upstream could not read one of them. */
export const isAnyBroken = (constraints: readonly StatedConstraint[]): boolean =>
  constraints.some(({ selector }) => selector === brokenSelector);

/** A constraint with the rows whose pods count for it. Which they are changes with labels and taints alone. */
export interface Laid {
  readonly constraint: Constraint;
  readonly counting: Int32Array;
}

/** Finds the rows that count for each. */
export const lay = (constraints: readonly Constraint[], rows: Int32Array): Laid[] =>
  constraints.map((constraint) => ({ constraint, counting: rows.filter(constraint.includes) }));

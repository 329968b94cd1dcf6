import type { TopologySpreadConstraint } from '#api/kubernetes/affinity.ts';
import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import { ABSENT } from '#cluster/label-column.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { selects } from '#api/label-selector.ts';
import { defaultSpreadSelector } from '../default-spread-selector.ts';
import type { ClusterFilter, ClusterScore, FilterStep, Normalise, Rows, ScoreStep } from '../framework.ts';
import { SKIP } from '../framework.ts';
import { MAX_SCORE } from '../normalise.ts';
import type { ProfileOptions } from '../profile-options.ts';
import { constraintOf, countedPods, rowsWithKeys, type StatedConstraint, statedBy } from '../spread-constraint.ts';
import { type Check, checkOf, lay, type Laid, mostIn } from '../spread-check.ts';
import { OK } from '../verdict-book.ts';

const hostnameKey = 'kubernetes.io/hostname';

/** kube-scheduler's own, for pods that say nothing. */
const systemConstraints: readonly TopologySpreadConstraint[] = [
  { topologyKey: hostnameKey, maxSkew: 3, whenUnsatisfiable: 'ScheduleAnyway' },
  { topologyKey: 'topology.kubernetes.io/zone', maxSkew: 5, whenUnsatisfiable: 'ScheduleAnyway' },
];

/** The constraints of one kind that hold for a pod: its own, or the profile's with the selector of its siblings. */
function constraintsFor(
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

interface Credit {
  /** By row: pods in the node's domain. */
  readonly podsNear: (row: number) => number;
  readonly valueOf: Int32Array;
  readonly weight: number;
  readonly maxSkew: number;
}

/** How many pods of the kind each domain of a fitting node has, and how much such a domain weighs. */
function creditOf(
  { constraint, counting }: Laid,
  pod: ComingPod,
  view: ClusterView,
  compared: readonly number[],
): Credit {
  const { column, maxSkew, topologyKey } = constraint;
  const { valueOf, values } = column;
  const { weights } = countedPods(constraint, pod, view);
  if (topologyKey === hostnameKey) {
    return { podsNear: (row) => weights[row]!, valueOf, weight: Math.log(compared.length + 2), maxSkew };
  }
  // a node without the label is, for upstream, one whose value is the empty text
  const empty = values.indexOf('');
  const none = empty === -1 ? values.length : empty;
  const placeOf = (row: number): number => (valueOf[row] === ABSENT ? none : valueOf[row]!);
  const pods = new Float64Array(values.length + 1);
  const isDomain = new Uint8Array(values.length + 1);
  let domains = 0;
  for (const row of compared) {
    const place = placeOf(row);
    if (isDomain[place] === 0) domains += 1;
    isDomain[place] = 1;
  }
  for (const row of counting) pods[placeOf(row)]! += weights[row]!;
  return { podsNear: (row) => pods[placeOf(row)]!, valueOf, weight: Math.log(domains + 2), maxSkew };
}

/** Fewer is better, among nodes that are compared; the others end with 0. */
const fewerIsBetter =
  (isCompared: (row: number) => boolean): Normalise =>
  ({ list, count }, raw, normalised) => {
    let min = Infinity;
    let max = 0;
    for (let at = 0; at < count; at++) {
      if (!isCompared(list[at]!)) continue;
      min = Math.min(min, raw[list[at]!]!);
      max = Math.max(max, raw[list[at]!]!);
    }
    for (let at = 0; at < count; at++) {
      const row = list[at]!;
      if (!isCompared(row)) normalised[row] = 0;
      else normalised[row] = max === 0 ? MAX_SCORE : Math.trunc((MAX_SCORE * (max + min - raw[row]!)) / max);
    }
  };

/** Prefers nodes in domains with fewer pods of the kind. */
export const podTopologySpreadScore = (options: ProfileOptions): ClusterScore => ({
  name: 'PodTopologySpread',
  reach: 'cluster',
  prepare(first, view) {
    const own = (first.shape.spec.topologySpreadConstraints ?? []).length > 0;
    // built-in defaults score nodes without a zone too
    const needsAllKeys = own || options.defaultConstraints !== 'system';
    const read = (pod: ComingPod, view: ClusterView): Laid[] => {
      const constraints = constraintsFor(pod, view, 'ScheduleAnyway', options).map((one) =>
        constraintOf(one, pod, view),
      );
      return lay(constraints, needsAllKeys ? rowsWithKeys(constraints, view) : view.nodes.all());
    };
    const known = own ? read(first, view) : undefined;
    if (known?.length === 0) return undefined;
    return (pod, view, feasible): ScoreStep => {
      const laid = known ?? read(pod, view);
      if (laid.length === 0) return SKIP;
      const compares = (row: number): boolean =>
        !needsAllKeys || laid.every(({ constraint: { column } }) => column.valueOf[row] !== ABSENT);
      const compared = [...feasible.list.subarray(0, feasible.count)].filter(compares);
      const credits = laid.map((one) => creditOf(one, pod, view, compared));
      return {
        kind: 'score',
        normalise: fewerIsBetter(compares),
        score({ list, count }: Rows, raw) {
          for (let at = 0; at < count; at++) raw[list[at]!] = 0;
          for (const row of compared) {
            let score = 0;
            for (const { podsNear, valueOf, weight, maxSkew } of credits) {
              if (valueOf[row] !== ABSENT) score += podsNear(row) * weight + (maxSkew - 1);
            }
            raw[row] = Math.round(score);
          }
        },
      };
    };
  },
});

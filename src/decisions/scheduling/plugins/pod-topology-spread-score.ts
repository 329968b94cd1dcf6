import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import { ABSENT } from '#cluster/columns/label-column.ts';
import { type ClusterScore, type Normalise, type Rows, type ScoreStep, SKIP } from '../framework.ts';
import {
  brokenConstraint,
  constraintsFor,
  hostnameKey,
  isAnyBroken,
  type Laid,
  lay,
} from '#decisions/scheduling/spread/laid-constraint.ts';
import { MAX_SCORE } from '../normalise.ts';
import type { ProfileOptions } from '../profile-options.ts';
import { constraintOf, countedPods, rowsWithKeys } from '#decisions/scheduling/spread/spread-constraint.ts';

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
    if (isAnyBroken(constraintsFor(first, view, 'ScheduleAnyway', options))) {
      return () => ({ kind: 'fail', why: brokenConstraint });
    }
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

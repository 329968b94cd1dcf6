import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import type { Laid } from './laid-constraint.ts';
import { type Constraint, countedPods } from './spread-constraint.ts';

/** A constraint, counted. */
export interface Check {
  readonly constraint: Constraint;
  readonly valueOf: Int32Array;
  /** By value of the key: pods that count. */
  readonly pods: Int32Array;
  /** The least of such counts over all domains. */
  readonly fewest: (counts: Int32Array) => number;
}

function fewestOf(counts: Int32Array, isDomain: Uint8Array): number {
  let fewest = Infinity;
  for (let value = 0; value < counts.length; value++) {
    if (isDomain[value] === 1 && counts[value]! < fewest) fewest = counts[value]!;
  }
  return fewest;
}

/** How many pods a domain may have for one more to be let in. */
export const mostIn = ({ constraint: { maxSkew, matchesSelf }, fewest }: Check, pods: Int32Array): number =>
  maxSkew + fewest(pods) - (matchesSelf ? 1 : 0);

/** Counts the pods of a constraint, domain by domain. */
export function checkOf({ constraint, counting }: Laid, pod: ComingPod, view: ClusterView): Check {
  const { column, minDomains } = constraint;
  const { valueOf } = column;
  const { weights } = countedPods(constraint, pod, view);
  const pods = new Int32Array(column.values.length);
  const isDomain = new Uint8Array(column.values.length);
  for (const row of counting) {
    const value = valueOf[row]!;
    pods[value]! += weights[row]!;
    isDomain[value] = 1;
  }
  const domains = isDomain.reduce((sum, one) => sum + one, 0);
  // where there is no domain at all, minDomains, at least 1, makes the least 0
  const fewest = (counts: Int32Array): number => (domains < minDomains ? 0 : fewestOf(counts, isDomain));
  return { constraint, valueOf, pods, fewest };
}

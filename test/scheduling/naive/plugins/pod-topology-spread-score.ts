import type { Node } from '#api/kubernetes/node.ts';
import { labelOf } from '../label-selector.ts';
import { type Probe, type ScorePlan, skip } from '../plugin.ts';
import { podsOn } from '../pods.ts';
import {
  constraintsOf,
  countMatching,
  hasAllKeys,
  includes,
  needsAllKeys,
  type SpreadConstraint,
} from '../spread-constraint.ts';

const hostname = 'kubernetes.io/hostname';

/** Prefers domains with few like pods; nodes without the keys score nothing. */
export function planSpreadScore(probe: Probe, feasible: readonly Node[]): ScorePlan {
  const constraints = constraintsOf(probe, 'ScheduleAnyway');
  if (constraints === undefined) return { kind: 'fails', why: 'a spread constraint has a broken selector' };
  if (constraints.length === 0) return skip;
  const counts = (node: Node): boolean => !needsAllKeys(probe) || hasAllKeys(node, constraints);
  const scored = feasible.filter(counts);
  return {
    kind: 'scores',
    score: (node) => (counts(node) ? rawScore(node, constraints, scored, probe) : 0),
    normalise: (scores) => normalise(scores, feasible.map(counts)),
  };
}

function rawScore(node: Node, constraints: readonly SpreadConstraint[], scored: readonly Node[], probe: Probe): number {
  let sum = 0;
  for (const constraint of constraints) {
    if (labelOf(node.metadata.labels, constraint.key) === undefined) continue;
    const count =
      constraint.key === hostname
        ? countOn(node, constraint, probe)
        : countInDomain(node, constraint, constraints, probe);
    sum += count * weightOf(constraint, scored) + (constraint.maxSkew - 1);
  }
  return Math.round(sum);
}

function countOn(node: Node, constraint: SpreadConstraint, { objects, pod }: Probe): number {
  return countMatching(podsOn(objects, node), constraint, pod);
}

/** Over all nodes of the domain that the constraint's policies include, feasible or not. */
function countInDomain(
  node: Node,
  constraint: SpreadConstraint,
  constraints: readonly SpreadConstraint[],
  probe: Probe,
): number {
  return probe.objects.nodes
    .filter((other) => valueOf(other, constraint) === valueOf(node, constraint))
    .filter((other) => !needsAllKeys(probe) || hasAllKeys(other, constraints))
    .filter((other) => includes(constraint, other, probe))
    .reduce((sum, other) => sum + countOn(other, constraint, probe), 0);
}

/** The more domains, the more one pod weighs. Nodes without the key are one domain, under the empty value. */
function weightOf(constraint: SpreadConstraint, scored: readonly Node[]): number {
  const size =
    constraint.key === hostname ? scored.length : new Set(scored.map((node) => valueOf(node, constraint))).size;
  return Math.log(size + 2);
}

function valueOf(node: Node, { key }: SpreadConstraint): string {
  return labelOf(node.metadata.labels, key) ?? '';
}

function normalise(scores: readonly number[], counted: readonly boolean[]): readonly number[] {
  const among = scores.filter((_, index) => counted[index]);
  const [least, most] = [Math.min(...among), Math.max(0, ...among)];
  return scores.map((score, index) => {
    if (!counted[index]) return 0;
    return most === 0 ? 100 : Math.trunc((100 * (most + least - score)) / most);
  });
}

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

/** A constraint, what one pod weighs in it, and the pods to be counted on a node or in its domain. */
interface Row {
  readonly constraint: SpreadConstraint;
  readonly weight: number;
  readonly countAt: (node: Node) => number;
}

/** Prefers domains with few like pods; nodes without the keys score nothing. */
export function planSpreadScore(probe: Probe, feasible: readonly Node[]): ScorePlan {
  const constraints = constraintsOf(probe, 'ScheduleAnyway');
  if (constraints === undefined) return { kind: 'fails', why: 'a spread constraint has a broken selector' };
  if (constraints.length === 0) return skip;
  const counts = (node: Node): boolean => !needsAllKeys(probe) || hasAllKeys(node, constraints);
  const among = { scored: feasible.filter(counts), all: probe.objects.nodes.filter(counts) };
  const rows = constraints.map((constraint) => rowOf(constraint, among, probe));
  return {
    kind: 'scores',
    score: (node) => (counts(node) ? rawScore(node, rows) : 0),
    normalise: (scores) => normalise(scores, feasible.map(counts)),
  };
}

function rawScore(node: Node, rows: readonly Row[]): number {
  let sum = 0;
  for (const { constraint, weight, countAt } of rows) {
    if (labelOf(node.metadata.labels, constraint.key) === undefined) continue;
    sum += countAt(node) * weight + (constraint.maxSkew - 1);
  }
  return Math.round(sum);
}

/** The more domains, the more one pod weighs. Nodes without the key are one domain, under the empty value. */
function rowOf(
  constraint: SpreadConstraint,
  among: { readonly scored: readonly Node[]; readonly all: readonly Node[] },
  probe: Probe,
): Row {
  const countOn = (node: Node): number => countMatching(podsOn(probe.objects, node), constraint, probe.pod);
  if (constraint.key === hostname) {
    return { constraint, weight: Math.log(among.scored.length + 2), countAt: countOn };
  }
  const size = new Set(among.scored.map((node) => valueOf(node, constraint))).size;
  // over all nodes that the constraint's policies include, feasible or not
  const domains = new Map<string, number>();
  for (const node of among.all.filter((one) => includes(constraint, one, probe))) {
    const value = valueOf(node, constraint);
    domains.set(value, (domains.get(value) ?? 0) + countOn(node));
  }
  return {
    constraint,
    weight: Math.log(size + 2),
    countAt: (node) => domains.get(valueOf(node, constraint)) ?? 0,
  };
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

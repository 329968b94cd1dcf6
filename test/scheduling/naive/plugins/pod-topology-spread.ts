import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { labelOf, selects } from '../label-selector.ts';
import {
  type Answer,
  type FilterPlan,
  failure,
  type NaivePlugin,
  type Probe,
  skip,
  unresolvable,
  unschedulable,
} from '../plugin.ts';
import { namespaceOf, podsOn } from '../pods.ts';
import { constraintsOf, countMatching, hasAllKeys, includes, type SpreadConstraint } from '../spread-constraint.ts';
import { planSpreadScore } from './pod-topology-spread-score.ts';

/** Keeps the numbers of like pods in the domains of a topology within `maxSkew` of one another. */
export const podTopologySpread: NaivePlugin = { name: 'PodTopologySpread', planFilter, planScore: planSpreadScore };

/** Matching pods by the value of the constraint's key: only domains with a node that counts. */
type Domains = ReadonlyMap<string, number>;

function planFilter(probe: Probe): FilterPlan {
  const constraints = constraintsOf(probe, 'DoNotSchedule');
  if (constraints === undefined) return { kind: 'refuses', ...failure('a spread constraint has a broken selector') };
  if (constraints.length === 0) return skip;
  const domains = new Map(constraints.map((one) => [one, countDomains(one, constraints, probe)]));
  return {
    kind: 'judges',
    judge: (node, nominated) => {
      const added = hasAllKeys(node, constraints) ? nominated : [];
      const answers = constraints.map((one) =>
        judge(node, one, withAdded(domains.get(one)!, one, node, added, probe), probe),
      );
      return answers.find((answer) => answer !== undefined);
    },
  };
}

function countDomains(constraint: SpreadConstraint, all: readonly SpreadConstraint[], probe: Probe): Domains {
  const domains = new Map<string, number>();
  for (const node of probe.objects.nodes) {
    if (!hasAllKeys(node, all) || !includes(constraint, node, probe)) continue;
    const value = labelOf(node.metadata.labels, constraint.key)!;
    const count = countMatching(podsOn(probe.objects, node), constraint, probe.pod);
    domains.set(value, (domains.get(value) ?? 0) + count);
  }
  return domains;
}

/** Pods taken for running are counted even where they end, and by a selector for everything. */
function withAdded(
  domains: Domains,
  constraint: SpreadConstraint,
  node: Node,
  added: readonly Pod[],
  probe: Probe,
): Domains {
  if (!includes(constraint, node, probe)) return domains;
  const matching = added.filter(
    (pod) => namespaceOf(pod) === namespaceOf(probe.pod) && selects(constraint.selector, pod.metadata.labels),
  );
  if (matching.length === 0) return domains;
  const value = labelOf(node.metadata.labels, constraint.key)!;
  return new Map([...domains, [value, (domains.get(value) ?? 0) + matching.length]]);
}

function judge(node: Node, constraint: SpreadConstraint, domains: Domains, { pod }: Probe): Answer {
  const value = labelOf(node.metadata.labels, constraint.key);
  if (value === undefined) {
    return unresolvable("node(s) didn't match pod topology spread constraints (missing required label)");
  }
  const least = domains.size < constraint.minDomains ? 0 : Math.min(...domains.values());
  const self = selects(constraint.selector, pod.metadata.labels) ? 1 : 0;
  const skew = (domains.get(value) ?? 0) + self - least;
  return skew > constraint.maxSkew ? unschedulable("node(s) didn't match pod topology spread constraints") : undefined;
}

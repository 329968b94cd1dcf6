import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { type AffinityTerm, meansExisting, meansIncoming, preferredTerms, requiredTerms } from '../affinity-term.ts';
import { labelOf } from '../label-selector.ts';
import {
  type Answer,
  type FilterPlan,
  type NaivePlugin,
  type Probe,
  skip,
  unresolvable,
  unschedulable,
} from '../plugin.ts';
import { namespaceLabels, namespaceOf, type Placed, placedPods } from '../pods.ts';
import { Tally } from '../tally.ts';
import { planAffinityScore } from './inter-pod-affinity-score.ts';

/** Pods that must be near others, far from others, or are kept away by others. */
export const interPodAffinity: NaivePlugin = { name: 'InterPodAffinity', planFilter, planScore: planAffinityScore };

interface Terms {
  readonly near: readonly AffinityTerm[];
  readonly far: readonly AffinityTerm[];
}

interface Tallies {
  /** Pods that every near term means. */
  readonly near: Tally;
  /** Pods that a far term means, term by term. */
  readonly far: Tally;
  /** Far terms of others that mean this pod. */
  readonly keepers: Tally;
}

function planFilter(probe: Probe): FilterPlan {
  const { pod } = probe;
  const near = requiredTerms(pod.spec.affinity?.podAffinity, pod);
  const far = requiredTerms(pod.spec.affinity?.podAntiAffinity, pod);
  const wishes = [
    preferredTerms(pod.spec.affinity?.podAffinity, pod),
    preferredTerms(pod.spec.affinity?.podAntiAffinity, pod),
  ];
  // wishes are read here too: one that cannot be judged keeps the pod from everywhere
  if (near === undefined || far === undefined || wishes.includes(undefined)) {
    return { kind: 'refuses', ...unresolvable('parsing pod: an affinity term has a broken selector') };
  }
  const placed = placedPods(probe.objects);
  const tallies = tally(placed, { near, far }, probe);
  if (near.length === 0 && far.length === 0 && tallies.keepers.isEmpty) return skip;
  return {
    kind: 'judges',
    judge: (node, nominated) => {
      const others = [...placed, ...nominated.map((other) => ({ pod: other, node }))];
      return judge(
        node,
        { near, far },
        nominated.length === 0 ? tallies : tally(others, { near, far }, probe),
        pod,
        probe,
      );
    },
  };
}

function tally(placed: readonly Placed[], { near, far }: Terms, probe: Probe): Tallies {
  const tallies = { near: new Tally(), far: new Tally(), keepers: new Tally() };
  const labels = namespaceLabels(probe.objects, namespaceOf(probe.pod));
  for (const { pod, node } of placed) {
    if (meansByAll(near, pod, probe)) for (const { key } of near) tallies.near.add(node, key, 1);
    for (const term of far) if (meansExisting(term, pod, probe)) tallies.far.add(node, term.key, 1);
    for (const term of requiredTerms(pod.spec.affinity?.podAntiAffinity, pod) ?? []) {
      if (meansIncoming(term, probe.pod, labels)) tallies.keepers.add(node, term.key, 1);
    }
  }
  return tallies;
}

function meansByAll(terms: readonly AffinityTerm[], pod: Pod, probe: Probe): boolean {
  return terms.length > 0 && terms.every((term) => meansExisting(term, pod, probe));
}

function judge(node: Node, terms: Terms, tallies: Tallies, pod: Pod, probe: Probe): Answer {
  if (!isNear(node, terms.near, tallies.near, pod, probe))
    return unresolvable("node(s) didn't match pod affinity rules");
  if (terms.far.some(({ key }) => tallies.far.at(node, key) > 0)) {
    return unschedulable("node(s) didn't match pod anti-affinity rules");
  }
  return Object.keys(node.metadata.labels ?? {}).some((key) => tallies.keepers.at(node, key) > 0)
    ? unschedulable("node(s) didn't satisfy existing pods anti-affinity rules")
    : undefined;
}

/** The first of pods that want to be near one another need not wait for one. */
function isNear(node: Node, near: readonly AffinityTerm[], found: Tally, pod: Pod, probe: Probe): boolean {
  if (near.some(({ key }) => labelOf(node.metadata.labels, key) === undefined)) return false;
  if (near.every(({ key }) => found.at(node, key) > 0)) return true;
  return found.isEmpty && meansByAll(near, pod, probe);
}

import type { Node } from '#api/kubernetes/node.ts';
import { type AffinityTerm, meansExisting, meansIncoming, preferredTerms, requiredTerms } from '../affinity-term.ts';
import { type Probe, type ScorePlan, skip } from '../plugin.ts';
import { namespaceLabels, namespaceOf, type Placed, placedPods } from '../pods.ts';
import { Tally } from '../tally.ts';

/** Prefers nodes near those the pod likes, and near those that like the pod. */
export function planAffinityScore(probe: Probe): ScorePlan {
  const { pod, args } = probe;
  // a pod with a broken term never gets as far as scores
  const near = preferredTerms(pod.spec.affinity?.podAffinity, pod) ?? [];
  const far = preferredTerms(pod.spec.affinity?.podAntiAffinity, pod) ?? [];
  const wishes = near.length > 0 || far.length > 0;
  if (!wishes && args.InterPodAffinity?.ignorePreferredTermsOfExistingPods === true) return skip;

  const sums = new Tally();
  const keys = new Set<string>();
  const addAll = (node: Node, terms: readonly AffinityTerm[], sign: 1 | -1): void => {
    for (const { key, weight } of terms) {
      sums.add(node, key, weight * sign);
      keys.add(key);
    }
  };
  for (const placed of placedPods(probe.objects)) {
    addAll(
      placed.node,
      near.filter((term) => meansExisting(term, placed.pod, probe)),
      1,
    );
    addAll(
      placed.node,
      far.filter((term) => meansExisting(term, placed.pod, probe)),
      -1,
    );
    addAll(placed.node, liking(placed, probe), 1);
    addAll(placed.node, disliking(placed, probe), -1);
  }
  if (sums.isEmpty) return skip;
  return {
    kind: 'scores',
    score: (node) => [...keys].reduce((sum, key) => sum + sums.at(node, key), 0),
    normalise,
  };
}

/** What a pod that runs requires to be near to counts as if it were preferred. */
function liking({ pod }: Placed, probe: Probe): readonly AffinityTerm[] {
  const hard = probe.args.InterPodAffinity?.hardPodAffinityWeight ?? 1;
  const required = hard > 0 ? (requiredTerms(pod.spec.affinity?.podAffinity, pod, hard) ?? []) : [];
  const preferred = preferredTerms(pod.spec.affinity?.podAffinity, pod) ?? [];
  return meaning([...required, ...preferred], probe);
}

function disliking({ pod }: Placed, probe: Probe): readonly AffinityTerm[] {
  return meaning(preferredTerms(pod.spec.affinity?.podAntiAffinity, pod) ?? [], probe);
}

function meaning(terms: readonly AffinityTerm[], { pod, objects }: Probe): readonly AffinityTerm[] {
  const labels = namespaceLabels(objects, namespaceOf(pod));
  return terms.filter((term) => meansIncoming(term, pod, labels));
}

/** From the least, 0, to the most, 100; in this order of floating-point steps. */
function normalise(scores: readonly number[]): readonly number[] {
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const range = most - least;
  return scores.map((score) => (range > 0 ? Math.trunc(100 * ((score - least) / range)) : 0));
}

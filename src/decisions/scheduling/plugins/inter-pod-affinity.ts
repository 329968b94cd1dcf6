import type { PodAffinity } from '#api/kubernetes/affinity.ts';
import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import { ABSENT } from '#cluster/columns/label-column.ts';
import { type PodTerm, podTermsOf, soleNamespaceOf, speaksOfPlaced } from '#cluster/pod-term.ts';
import type { Tally } from '#cluster/tally.ts';
import {
  type ClusterFilter,
  type ClusterScore,
  type FilterStep,
  type Normalise,
  type ScoreStep,
  SKIP,
} from '../framework.ts';
import { MAX_SCORE } from '../normalise.ts';
import type { ProfileOptions } from '../profile-options.ts';
import { OK } from '../verdict-book.ts';

const requiredTerms = (rules: PodAffinity | undefined, { labels }: ComingPod): PodTerm[] | undefined =>
  podTermsOf(rules?.requiredDuringSchedulingIgnoredDuringExecution ?? [], labels.namespace);

/** Placed pods that all of these terms speak of, by value of the topology key of one of them. */
function tallyOf(terms: readonly PodTerm[], topologyKey: string, view: ClusterView): Tally {
  const { namespaces, dialect } = view;
  const namespace = soleNamespaceOf(terms[0]!);
  return view.tally({
    // the same terms mean other pods to who reads negative selectors otherwise
    key: `${dialect.readsNegativeNamespaceSelectors}\0${terms.map(({ key }) => key).join('\0')}`,
    place: view.label(topologyKey),
    terminatingToo: true,
    ...(namespace === undefined ? {} : { namespace }),
    counts: (labels) => terms.every((term) => speaksOfPlaced(term, labels, namespaces, dialect)),
  });
}

/** A tally as a judge reads it. */
interface Counted {
  /** By row: the value of the key, or ABSENT. */
  readonly valueOf: Int32Array;
  /** By value. */
  readonly pods: Int32Array;
}

function counted({ place, weights }: Tally): Counted {
  if (place === 'node') throw new TypeError('terms of pods count by labels of nodes');
  return { valueOf: place.valueOf, pods: weights };
}

/** By value of a key: whether any pod is there that keeps others off. */
const isTaken = ({ valueOf, pods }: Counted, row: number): boolean =>
  valueOf[row] !== ABSENT && pods[valueOf[row]!]! > 0;

/** Keeps to nodes near pods the pod must be near, away from those it must not, and away from those that will not have it. */
export const interPodAffinity: ClusterFilter = {
  name: 'InterPodAffinity',
  reach: 'cluster',
  prepare(first, _view, pen) {
    const { affinity = {} } = first.shape.spec;
    const near = requiredTerms(affinity.podAffinity, first);
    const far = requiredTerms(affinity.podAntiAffinity, first);
    const wished = [wishes(affinity.podAffinity, 1, first), wishes(affinity.podAntiAffinity, -1, first)];
    // wishes are read here too: one that cannot be judged keeps the pod from everywhere
    if (near === undefined || far === undefined || wished.includes(undefined)) {
      const reason = 'parsing pod: an affinity term has a broken selector';
      const verdict = pen.refuse('UnschedulableAndUnresolvable', reason);
      return () => ({ kind: 'refuse', verdict });
    }
    const farFrom = pen.refuse('UnschedulableAndUnresolvable', "node(s) didn't match pod affinity rules");
    const tooNear = pen.refuse('Unschedulable', "node(s) didn't match pod anti-affinity rules");
    const unwelcome = pen.refuse('Unschedulable', "node(s) didn't satisfy existing pods anti-affinity rules");
    return (pod, view): FilterStep => {
      const keepOff = view.termsOf('required-anti-affinity', pod.labels).filter(({ tally }) => tally.carriers > 0);
      if (near.length + far.length + keepOff.length === 0) return SKIP;
      const nearTallies = near.map(({ topologyKey }) => tallyOf(near, topologyKey, view));
      const nearBy = nearTallies.map(counted);
      // the first of a set of pods that want to be together has nobody to be near
      const mayBeFirst =
        nearTallies.every(({ carriers }) => carriers === 0) &&
        near.every((term) => speaksOfPlaced(term, pod.labels, view.namespaces, view.dialect));
      const farBy = far.map((term) => counted(tallyOf([term], term.topologyKey, view)));
      const keptBy = keepOff.map(({ tally }) => counted(tally));
      const isNear = (row: number): boolean =>
        nearBy.every(({ valueOf }) => valueOf[row] !== ABSENT) &&
        (mayBeFirst || nearBy.every(({ valueOf, pods }) => pods[valueOf[row]!]! > 0));
      return {
        kind: 'judge',
        judge({ list, count }, verdicts) {
          for (let at = 0; at < count; at++) verdicts[list[at]!] = isNear(list[at]!) ? OK : farFrom;
          mark(farBy, tooNear);
          mark(keptBy, unwelcome);

          function mark(by: readonly Counted[], refused: number): void {
            for (const one of by) {
              for (let at = 0; at < count; at++) {
                if (verdicts[list[at]!] === OK && isTaken(one, list[at]!)) verdicts[list[at]!] = refused;
              }
            }
          }
        },
      };
    };
  },
};

/** From the least to the most, in floating point as upstream computes it. */
const stretched: Normalise = ({ list, count }, raw, normalised) => {
  let min = Infinity;
  let max = -Infinity;
  for (let at = 0; at < count; at++) {
    min = Math.min(min, raw[list[at]!]!);
    max = Math.max(max, raw[list[at]!]!);
  }
  const span = max - min;
  for (let at = 0; at < count; at++) {
    const row = list[at]!;
    normalised[row] = span > 0 ? Math.trunc(MAX_SCORE * ((raw[row]! - min) / span)) : 0;
  }
};

interface Wish {
  readonly term: PodTerm;
  /** Negative where it is against pods. */
  readonly weight: number;
}

function wishes(rules: PodAffinity | undefined, sign: 1 | -1, { labels }: ComingPod): Wish[] | undefined {
  const written = rules?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const terms = podTermsOf(
    written.map(({ podAffinityTerm }) => podAffinityTerm),
    labels.namespace,
  );
  return terms?.map((term, at) => ({ term, weight: written[at]!.weight * sign }));
}

/** Prefers nodes near pods that the pod likes or that like it, and away from the others. */
export const interPodAffinityScore = (options: ProfileOptions): ClusterScore => ({
  name: 'InterPodAffinity',
  reach: 'cluster',
  prepare(first) {
    const { affinity = {} } = first.shape.spec;
    const own = [
      ...(wishes(affinity.podAffinity, 1, first) ?? []),
      ...(wishes(affinity.podAntiAffinity, -1, first) ?? []),
    ];
    if (own.length === 0 && options.ignorePreferredTermsOfExistingPods) return undefined;
    return (pod, view): ScoreStep => {
      const pulls = [
        ...own.map(({ term, weight }) => ({ tally: tallyOf([term], term.topologyKey, view), weight })),
        ...view.termsOf('preferred', pod.labels).map(({ tally }) => ({ tally, weight: 1 })),
        ...(options.hardPodAffinityWeight === 0 ? [] : view.termsOf('required-affinity', pod.labels)).map(
          ({ tally }) => ({ tally, weight: options.hardPodAffinityWeight }),
        ),
      ].filter(({ tally }) => tally.carriers > 0);
      if (pulls.length === 0) return SKIP;
      const weighed = pulls.map(({ tally, weight }) => ({ near: counted(tally), weight }));
      return {
        kind: 'score',
        normalise: stretched,
        score({ list, count }, raw) {
          for (let at = 0; at < count; at++) raw[list[at]!] = 0;
          for (const {
            near: { valueOf, pods },
            weight,
          } of weighed) {
            for (let at = 0; at < count; at++) {
              const value = valueOf[list[at]!]!;
              if (value !== ABSENT) raw[list[at]!]! += pods[value]! * weight;
            }
          }
        },
      };
    };
  },
});

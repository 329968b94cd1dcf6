import type { PodAffinity, PodAffinityTerm } from '#api/kubernetes/affinity.ts';
import type { LabelSelector } from '#api/kubernetes/selectors.ts';
import { namespaceNames, podLabelKeys, topologyKeys } from '../alphabet.ts';
import type { DraftPod, Family, Writable } from '../draft.ts';
import type { Draw } from '../draw.ts';
import { mergeKeys, podSelector } from '../selectors.ts';

type Term = Writable<PodAffinityTerm>;

/** Pods drawn to pods or kept from them, in both directions: probes and those that run. */
export const podAffinity: Family = {
  name: 'pod-affinity',
  add(draft, draw) {
    for (const probe of draft.probes) relate(probe, draw, { required: 0.25 + draft.pressure / 2, sides: 0.6 });
    for (const pod of draft.objects.pods) {
      if (draw.chance(0.3)) relate(pod, draw, { required: 0.3, sides: 0.5 });
    }
  },
};

interface Likelihood {
  readonly required: number;
  readonly sides: number;
}

function relate(pod: DraftPod, draw: Draw, likely: Likelihood): void {
  const affinity = { ...pod.spec.affinity };
  if (draw.chance(likely.sides)) affinity.podAffinity = side(pod, draw, likely.required);
  if (draw.chance(likely.sides)) affinity.podAntiAffinity = side(pod, draw, likely.required);
  pod.spec.affinity = affinity;
}

function side(pod: DraftPod, draw: Draw, required: number): Writable<PodAffinity> {
  const must = draw.chance(required) ? draw.many(draw.whole(1, 2), () => term(pod, draw)) : [];
  const rather = draw.many(draw.whole(0, 2), () => ({
    weight: draw.pick([1, 7, 50, 100]),
    podAffinityTerm: term(pod, draw),
  }));
  return {
    ...(must.length > 0 ? { requiredDuringSchedulingIgnoredDuringExecution: must } : {}),
    ...(rather.length > 0 ? { preferredDuringSchedulingIgnoredDuringExecution: rather } : {}),
  };
}

function term(pod: DraftPod, draw: Draw): Term {
  const alike = draw.chance(0.1) ? draw.some(podLabelKeys, 2) : [];
  const unlike = draw.chance(0.1) ? draw.some(podLabelKeys, 1).filter((key) => !alike.includes(key)) : [];
  const plain = draw.chance(0.04) ? undefined : podSelector(pod, draw);
  const selector = mergeKeys(mergeKeys(plain, pod, alike, 'In'), pod, unlike, 'NotIn');
  const made: Term = { topologyKey: draw.pick(topologyKeys) };
  if (selector !== undefined) made.labelSelector = selector;
  if (draw.chance(0.2)) made.namespaces = draw.some([...namespaceNames, 'nowhere'], 2);
  if (draw.chance(0.25)) made.namespaceSelector = namespaceSelector(draw);
  if (alike.length > 0) made.matchLabelKeys = alike;
  if (unlike.length > 0) made.mismatchLabelKeys = unlike;
  return made;
}

function namespaceSelector(draw: Draw): Writable<LabelSelector> {
  if (draw.chance(0.25)) return {};
  if (draw.chance(0.4)) return { matchLabels: { team: draw.pick(['a', 'b']) } };
  const operator = draw.pick(['In', 'NotIn', 'Exists', 'DoesNotExist'] as const);
  const key = draw.pick(['team', 'env', 'absent']);
  if (operator === 'Exists' || operator === 'DoesNotExist') return { matchExpressions: [{ key, operator }] };
  return { matchExpressions: [{ key, operator, values: [draw.pick(['a', 'b', 'x', 'y'])] }] };
}

import type { PodAffinity } from '#api/kubernetes/affinity.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { type PodTerm, podTermOf, speaksOfComing, speaksOfPlaced } from '#cluster/pod-term.ts';
import { type AtNode, domainOf, rowsIn } from './asked.ts';
import type { Evidence } from './evidence.ts';
import { selectorText } from './words.ts';

/** Whom the pod should be near and is not, whom it must not be near and would be, and who will not have it near. */
export function podAffinityEvidence(at: AtNode): readonly Evidence[] {
  const { affinity = {} } = at.pod.shape.spec;
  return [
    ...requiredTerms(affinity.podAffinity, at).flatMap((term) => missing(term, at)),
    ...requiredTerms(affinity.podAntiAffinity, at).flatMap((term) => tooNear(term, at)),
    ...unwelcome(at),
  ];
}

function requiredTerms(rules: PodAffinity | undefined, { pod }: AtNode): readonly PodTerm[] {
  const terms = rules?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  return terms.map((term) => podTermOf(term, pod.labels.namespace));
}

function missing(term: PodTerm, { view, row }: AtNode): readonly Evidence[] {
  const { topologyKey, selector } = term;
  const value = domainOf(view, row, topologyKey);
  if (value === undefined) return [{ text: `no label ${topologyKey}`, facts: { topologyKey } }];
  if (firstSpokenOf(term, value, view) !== undefined) return [];
  const wanted = selectorText(selector);
  return [{ text: `no pod with ${wanted} in ${topologyKey}=${value}`, facts: { topologyKey, value, wanted } }];
}

function tooNear(term: PodTerm, { view, row }: AtNode): readonly Evidence[] {
  const { topologyKey } = term;
  const value = domainOf(view, row, topologyKey);
  const near = value === undefined ? undefined : firstSpokenOf(term, value, view);
  if (value === undefined || near === undefined) return [];
  const by = `${near.namespace}/${near.name}`;
  return [{ text: `must not be near ${by} in ${topologyKey}=${value}`, facts: { topologyKey, value, by } }];
}

function firstSpokenOf(term: PodTerm, value: string, view: ClusterView): PlacedPod | undefined {
  return podsIn(view, term.topologyKey, value).find(({ labels }) =>
    speaksOfPlaced(term, labels, view.namespaces, view.dialect),
  );
}

/** One pod for each domain that is closed to this one. */
function unwelcome({ view, pod, row }: AtNode): readonly Evidence[] {
  const groups = view.termsOf('required-anti-affinity', pod.labels);
  return groups.flatMap(({ term: { topologyKey, key } }) => {
    const value = domainOf(view, row, topologyKey);
    if (value === undefined) return [];
    const carrier = podsIn(view, topologyKey, value).find(({ shape }) =>
      shape.carried.some(
        ({ kind, term }) =>
          kind === 'required-anti-affinity' &&
          term.key === key &&
          term.topologyKey === topologyKey &&
          speaksOfComing(term, pod.labels, view.namespaces),
      ),
    );
    if (carrier === undefined) return [];
    const by = `${carrier.namespace}/${carrier.name}`;
    return [{ text: `${by} will not have it in ${topologyKey}=${value}`, facts: { topologyKey, value, by } }];
  });
}

function podsIn(view: ClusterView, topologyKey: string, value: string): readonly PlacedPod[] {
  return rowsIn(view, topologyKey, value).flatMap((row) => view.podsOn(row));
}

import type { PodAffinity, PodAffinityTerm } from '#api/kubernetes/affinity.ts';
import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { type Selector, selectorOf, selects } from './label-selector.ts';
import type { Probe } from './plugin.ts';
import { namespaceOf } from './pods.ts';

/** Which pods a pod wants near, or far from, itself. */
export interface AffinityTerm {
  readonly key: string;
  readonly namespaces: readonly string[];
  readonly namespaceSelector: Selector;
  readonly selector: Selector;
  readonly weight: number;
}

/** All the terms of one kind; undefined where one of them is broken. */
export function requiredTerms(
  affinity: PodAffinity | undefined,
  pod: Pod,
  weight = 1,
): readonly AffinityTerm[] | undefined {
  const terms = affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  return whole(terms.map((term) => parse(term, weight, pod)));
}

export function preferredTerms(affinity: PodAffinity | undefined, pod: Pod): readonly AffinityTerm[] | undefined {
  const terms = affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return whole(terms.map((term) => parse(term.podAffinityTerm, term.weight, pod)));
}

function whole(terms: readonly (AffinityTerm | undefined)[]): readonly AffinityTerm[] | undefined {
  return terms.some((term) => term === undefined) ? undefined : terms.map((term) => term!);
}

function parse(term: PodAffinityTerm, weight: number, pod: Pod): AffinityTerm | undefined {
  const selector = selectorOf(term.labelSelector);
  const namespaceSelector = selectorOf(term.namespaceSelector);
  if (selector === undefined || namespaceSelector === undefined) return undefined;
  const listed = term.namespaces ?? [];
  const own = listed.length === 0 && term.namespaceSelector === undefined;
  return {
    key: term.topologyKey,
    namespaces: own ? [namespaceOf(pod)] : listed,
    namespaceSelector,
    selector,
    weight,
  };
}

/** Whether a term of a pod that runs means the pod to be placed, whose namespace has those labels. */
export function meansIncoming(term: AffinityTerm, pod: Pod, labels: StringMap | undefined): boolean {
  return (
    (term.namespaces.includes(namespaceOf(pod)) || selects(term.namespaceSelector, labels)) &&
    selects(term.selector, pod.metadata.labels)
  );
}

/** Whether a term of the pod to be placed means another: the namespaces that exist are asked for their labels. */
export function meansExisting(term: AffinityTerm, other: Pod, { objects, dialect }: Probe): boolean {
  const name = namespaceOf(other);
  const selected = (objects.namespaces ?? []).some(
    ({ metadata }) => metadata.name === name && selects(term.namespaceSelector, metadata.labels),
  );
  const all =
    term.namespaceSelector.length === 0 ||
    (dialect.negativeNamespaceSelectorsMatchAll && selects(term.namespaceSelector, {}));
  return (term.namespaces.includes(name) || selected || all) && selects(term.selector, other.metadata.labels);
}

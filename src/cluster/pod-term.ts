import { brokenSelector, type CompiledSelector, compileSelector, selects } from '#api/label-selector.ts';
import type { PodAffinityTerm } from '#api/kubernetes/affinity.ts';
import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { Dialect } from '#api/dialect.ts';
import type { PodLabels } from './pod-labels.ts';

/** The labels of namespaces, by name. */
export type NamespaceLabels = ReadonlyMap<string, StringMap>;

/** Which pods a term of pod affinity speaks of, read once. */
export interface PodTerm {
  /** Equal for terms that speak of the same pods. */
  readonly key: string;
  readonly topologyKey: string;
  readonly selector: CompiledSelector;
  readonly namespaces: readonly string[];
  readonly namespaceSelector: CompiledSelector;
}

/** Reads the terms of one list of a pod. Undefined where one of them is broken: upstream then reads none of the list. */
export function podTermsOf(terms: readonly PodAffinityTerm[], namespace: string): PodTerm[] | undefined {
  const read = terms.map((term) => podTermOf(term, namespace));
  const isBroken = ({ selector, namespaceSelector }: PodTerm): boolean =>
    selector === brokenSelector || namespaceSelector === brokenSelector;
  return read.some(isBroken) ? undefined : read;
}

/** Reads a term of a pod of `namespace`, which is what it means where it names no namespace. */
function podTermOf(term: PodAffinityTerm, namespace: string): PodTerm {
  const { topologyKey, labelSelector, namespaceSelector } = term;
  const named = term.namespaces ?? [];
  const namespaces = named.length === 0 && namespaceSelector === undefined ? [namespace] : named.toSorted();
  const selector = compileSelector(labelSelector);
  const spaces = compileSelector(namespaceSelector);
  const key = JSON.stringify([namespaces, spaces.key, selector.key]);
  return { key, topologyKey, selector, namespaces, namespaceSelector: spaces };
}

/** Whether a term speaks of pods on nodes that are of this class. A namespace nobody told us of is selected by `{}` alone. */
export function speaksOfPlaced(term: PodTerm, pod: PodLabels, namespaces: NamespaceLabels, dialect: Dialect): boolean {
  if (!selects(term.selector, pod.labels)) return false;
  if (term.namespaces.includes(pod.namespace) || term.namespaceSelector.kind === 'everything') return true;
  // older minors ask the selector of no labels too, and what says only what must not be picks those
  if (!dialect.readsNegativeNamespaceSelectors && selects(term.namespaceSelector, {})) return true;
  const labels = namespaces.get(pod.namespace);
  return labels !== undefined && selects(term.namespaceSelector, labels);
}

/** Whether the term of a pod on a node speaks of one that comes. A namespace nobody told us of has no labels, for upstream. */
export function speaksOfComing(term: PodTerm, pod: PodLabels, namespaces: NamespaceLabels): boolean {
  if (!selects(term.selector, pod.labels)) return false;
  return (
    term.namespaces.includes(pod.namespace) || selects(term.namespaceSelector, namespaces.get(pod.namespace) ?? {})
  );
}

/** The one namespace its pods can be of, if it is one. */
export function soleNamespaceOf(term: PodTerm): string | undefined {
  return term.namespaceSelector.kind === 'nothing' && term.namespaces.length === 1 ? term.namespaces[0] : undefined;
}

import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from '#api/kubernetes/selectors.ts';
import { equalities, holds, isSound, type Requirement, selects } from './label-selector.ts';

/** What a term is matched against; a volume's affinity is matched against labels alone. */
export interface Place {
  readonly labels: StringMap | undefined;
  readonly name?: string;
}

export function placeOf(node: Node): Place {
  return { labels: node.metadata.labels, name: node.metadata.name };
}

/** `broken` where a term says what cannot be judged. */
export type TermMatch = 'matches' | 'differs' | 'broken';

const asRequirement = (one: NodeSelectorRequirement): Requirement => ({ ...one, values: one.values ?? [] });

export function matchTerm(term: NodeSelectorTerm, place: Place): TermMatch {
  const expressions = (term.matchExpressions ?? []).map(asRequirement);
  const fields = (term.matchFields ?? []).map(asRequirement);
  if (!expressions.every(isSound) || !fields.every(isSoundField)) return 'broken';
  const matches =
    expressions.every((one) => holds(one, place.labels)) &&
    (place.name === undefined || fields.every((one) => fieldHolds(one, place.name!)));
  return matches ? 'matches' : 'differs';
}

export function isEmptyTerm(term: NodeSelectorTerm): boolean {
  return (term.matchExpressions ?? []).length === 0 && (term.matchFields ?? []).length === 0;
}

function isSoundField({ operator, values }: Requirement): boolean {
  return (operator === 'In' || operator === 'NotIn') && values.length === 1;
}

function fieldHolds({ key, operator, values }: Requirement, name: string): boolean {
  const field = key === 'metadata.name' ? name : '';
  return (field === values[0]) === (operator === 'In');
}

/** Terms are ORed; empty and broken ones match nothing. */
export function matchesNodeSelector(selector: NodeSelector, place: Place): boolean {
  return (selector.nodeSelectorTerms ?? []).some((term) => !isEmptyTerm(term) && matchTerm(term, place) === 'matches');
}

/** The pod's nodeSelector and required node affinity. */
export function matchesPodsNodeRules(pod: Pod, node: Node): boolean {
  const required = pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return (
    selects(equalities(pod.spec.nodeSelector), node.metadata.labels) &&
    (required === undefined || matchesNodeSelector(required, placeOf(node)))
  );
}

import type { Node } from '#api/kubernetes/node.ts';
import type { NodeSelectorRequirement, NodeSelectorTerm } from '#api/kubernetes/selectors.ts';
import { meets, readRequirement } from '#api/requirement.ts';
import { type AtNode, nodeAt } from './asked.ts';
import type { Evidence } from './evidence.ts';
import { labelText, requirementText } from './words.ts';

/** What the pod requires of a node and this one lacks: pairs of its selector, and of each term what is not met. */
export function nodeAffinityEvidence(at: AtNode): readonly Evidence[] {
  const node = nodeAt(at);
  const { nodeSelector = {}, affinity } = at.pod.shape.spec;
  const pairs = Object.entries(nodeSelector).map(([key, value]) => ({ key, operator: 'In' as const, values: [value] }));
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const unmet = terms.map((term) => unmetOf(term, node));
  // terms are alternatives: where one is met, nothing of the others is missing
  return [...unmetIn(pairs, node), ...(unmet.some((one) => one.length === 0) ? [] : unmet.flat())];
}

function unmetOf({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm, node: Node): readonly Evidence[] {
  const { name } = node.metadata;
  const fields = matchFields.filter(({ operator, values = [] }) => values.includes(name) !== (operator === 'In'));
  return [
    ...unmetIn(matchExpressions, node),
    ...fields.map(({ key, operator, values = [] }) =>
      lacking(`${key} ${operator === 'In' ? 'in' : 'notin'} (${values.join(', ')})`, `${key}=${name}`),
    ),
  ];
}

function unmetIn(written: readonly NodeSelectorRequirement[], node: Node): readonly Evidence[] {
  const labels = node.metadata.labels ?? {};
  return written.flatMap((one) => {
    const requirement = readRequirement(one);
    if (requirement === undefined) return [lacking(`${one.key} ${one.operator}`, 'cannot be read')];
    return meets(labels, requirement) ? [] : [lacking(requirementText(requirement), labelText(labels, one.key))];
  });
}

function lacking(wanted: string, has: string): Evidence {
  return { text: `wants ${wanted}: ${has}`, facts: { wanted, has } };
}

import type { NodeSelector, NodeSelectorTerm } from '#api/kubernetes/selectors.ts';
import type { StringMap } from '#api/kubernetes/metadata.ts';
import { compileTerm } from '#api/node-selector.ts';
import { meets, type Requirement } from '#api/requirement.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import { ABSENT, type LabelColumn } from '#cluster/columns/label-column.ts';

/** Whether the node of a row matches. */
export type NodeMatcher = (row: number) => boolean;

/** A requirement on a label, as a table over the values the label has in this cluster; the last entry is for nodes that lack it. */
function labelTable(column: LabelColumn, requirement: Requirement): NodeMatcher {
  const { key, values, valueOf } = column;
  const bearing = [...values.map((value) => ({ [key]: value })), {}];
  const table = Uint8Array.from(bearing, (labels) => (meets(labels, requirement) ? 1 : 0));
  const absent = values.length;
  return (row) => {
    const value = valueOf[row]!;
    return table[value === ABSENT ? absent : value] === 1;
  };
}

const all =
  (matchers: readonly NodeMatcher[]): NodeMatcher =>
  (row) => {
    for (const matches of matchers) if (!matches(row)) return false;
    return true;
  };

/** Undefined where the term matches no node: it says nothing, or it cannot be read. */
export function termMatcher(term: NodeSelectorTerm, view: ClusterView): NodeMatcher | undefined {
  const compiled = compileTerm(term);
  if (compiled === 'broken' || compiled === 'empty') return undefined;
  const { nodes } = view.nodes;
  return all([
    requirementsMatcher(compiled.requirements, view),
    ...compiled.fields.map(
      ({ key, equal, value }): NodeMatcher =>
        (row) =>
          ((key === 'metadata.name' ? nodes[row]!.metadata.name : '') === value) === equal,
    ),
  ]);
}

/** The same for who is told nothing but labels: fields must be sound, and are not asked. */
export function labelSelectorMatcher(selector: NodeSelector, view: ClusterView): NodeMatcher {
  const terms = selector.nodeSelectorTerms.flatMap((term) => {
    const compiled = compileTerm(term);
    return compiled === 'broken' || compiled === 'empty' ? [] : [requirementsMatcher(compiled.requirements, view)];
  });
  return (row) => terms.some((matches) => matches(row));
}

/** All of these must hold of the node's labels. */
export function requirementsMatcher(requirements: readonly Requirement[], view: ClusterView): NodeMatcher {
  return all(requirements.map((requirement) => labelTable(view.label(requirement.key), requirement)));
}

/** One of the terms must match; none matches nothing. */
export function selectorMatcher(selector: NodeSelector, view: ClusterView): NodeMatcher {
  const terms = selector.nodeSelectorTerms.flatMap((term) => termMatcher(term, view) ?? []);
  return (row) => terms.some((matches) => matches(row));
}

/** Every pair must be among the node's labels. */
export function pairsMatcher(pairs: StringMap, view: ClusterView): NodeMatcher {
  const requirements = Object.entries(pairs).map(([key, value]): Requirement => ({ kind: 'in', key, values: [value] }));
  return requirementsMatcher(requirements, view);
}

/** What a spec requires of nodes: its pairs and its required terms. Undefined where it requires nothing. */
export function requiredOfNodes(
  spec: { readonly nodeSelector?: StringMap; readonly affinity?: { readonly nodeAffinity?: RequiredNodes } },
  view: ClusterView,
): NodeMatcher | undefined {
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const matchers: NodeMatcher[] = [];
  if (spec.nodeSelector !== undefined) matchers.push(pairsMatcher(spec.nodeSelector, view));
  if (required !== undefined) matchers.push(selectorMatcher(required, view));
  return matchers.length === 0 ? undefined : all(matchers);
}

interface RequiredNodes {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
}

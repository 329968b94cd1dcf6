import type { StringMap } from './kubernetes/metadata.ts';
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from './kubernetes/selectors.ts';
import type { Requirement } from './requirement.ts';
import { canonical, meets, readRequirement } from './requirement.ts';

/** A condition on one field of a node. `metadata.name` is the only one filled in; any other reads as empty. */
export interface FieldRequirement {
  readonly key: string;
  readonly equal: boolean;
  readonly value: string;
}

/** A term that can be asked: all requirements and all fields must hold. */
export interface CompiledTerm {
  readonly requirements: readonly Requirement[];
  readonly fields: readonly FieldRequirement[];
}

/** One of the terms must hold; with none, nothing is selected. Two selectors that ask the same have the same `key`. */
export interface CompiledNodeSelector {
  readonly key: string;
  readonly terms: readonly CompiledTerm[];
}

/** What a selector of nodes looks at. */
export interface SelectableNode {
  readonly name: string;
  readonly labels: StringMap;
}

const NAME_FIELD = 'metadata.name';

/** Compiles a selector of nodes as Kubernetes reads it: a broken term and an empty one select nothing, the others stand. */
export function compileNodeSelector(selector: NodeSelector): CompiledNodeSelector {
  const terms = selector.nodeSelectorTerms.map(compileTerm).filter((term) => typeof term === 'object');
  return { key: JSON.stringify(terms.map(keyOf)), terms };
}

/** Compiles one term: `broken` where Kubernetes refuses it, `empty` where it says nothing and so matches nothing. */
export function compileTerm(term: NodeSelectorTerm): CompiledTerm | 'empty' | 'broken' {
  const { matchExpressions = [], matchFields = [] } = term;
  if (matchExpressions.length + matchFields.length === 0) return 'empty';
  const requirements = matchExpressions.map(readRequirement).filter((requirement) => requirement !== undefined);
  const fields = matchFields.map(readField).filter((field) => field !== undefined);
  const broken = requirements.length < matchExpressions.length || fields.length < matchFields.length;
  return broken ? 'broken' : { requirements: canonical(requirements).sorted, fields };
}

/** Whether the node is selected. */
export function selectsNode(selector: CompiledNodeSelector, node: SelectableNode): boolean {
  return selector.terms.some((term) => termMatches(term, node));
}

/** Whether the node meets the whole term. */
export function termMatches(term: CompiledTerm, node: SelectableNode): boolean {
  return (
    term.requirements.every((requirement) => meets(node.labels, requirement)) &&
    term.fields.every((field) => fieldHolds(field, node.name))
  );
}

/**
 * The node names outside which placement does not look, read from the terms as they are written, broken ones too.
 * Undefined where some term names no node; empty where every term contradicts itself.
 */
export function namedNodes(selector: NodeSelector): ReadonlySet<string> | undefined {
  if (selector.nodeSelectorTerms.length === 0) return undefined;
  const perTerm = selector.nodeSelectorTerms.map(namesOfTerm);
  const all = new Set<string>();
  for (const names of perTerm) {
    if (names === undefined) return undefined;
    for (const name of names) all.add(name);
  }
  return all;
}

/** What all its conditions on the name have in common; undefined where it has none. */
function namesOfTerm(term: NodeSelectorTerm): ReadonlySet<string> | undefined {
  const sets = (term.matchFields ?? [])
    .filter((field) => field.key === NAME_FIELD && field.operator === 'In')
    .map((field) => new Set(field.values));
  const [first, ...rest] = sets;
  return first === undefined ? undefined : new Set([...first].filter((name) => rest.every((names) => names.has(name))));
}

function readField(written: NodeSelectorRequirement): FieldRequirement | undefined {
  const { key, operator, values = [] } = written;
  if (values.length !== 1 || (operator !== 'In' && operator !== 'NotIn')) return undefined;
  return { key, equal: operator === 'In', value: values[0]! };
}

function fieldHolds(field: FieldRequirement, nodeName: string): boolean {
  const value = field.key === NAME_FIELD ? nodeName : '';
  return (value === field.value) === field.equal;
}

function keyOf(term: CompiledTerm): string {
  return canonical(term.requirements).key + JSON.stringify(term.fields);
}

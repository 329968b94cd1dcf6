import type { StringMap } from './kubernetes/metadata.ts';
import type { LabelSelector } from './kubernetes/selectors.ts';
import type { Requirement, WrittenRequirement } from './requirement.ts';
import { canonical, meets, readRequirement } from './requirement.ts';

/** A selector checked and put in order: two that ask the same have the same `key`. */
export interface CompiledSelector {
  readonly key: string;
  readonly kind: 'nothing' | 'everything' | 'requirements';
  /** All must hold. Empty unless the kind says so. */
  readonly requirements: readonly Requirement[];
  /** Pairs that every match carries: what an index by label can start from. */
  readonly requiredPairs: readonly (readonly [key: string, value: string])[];
}

/** Matches nothing: what an absent selector is. */
export const selectsNothing: CompiledSelector = {
  key: 'nothing',
  kind: 'nothing',
  requirements: [],
  requiredPairs: [],
};

/** Matches nothing, and ends the attempt where the pod itself brings it: what cannot be judged. */
export const brokenSelector: CompiledSelector = { ...selectsNothing, key: 'broken' };

/** Matches everything: what an empty selector is. */
export const selectsEverything: CompiledSelector = { ...selectsNothing, key: 'everything', kind: 'everything' };

/** Compiles a selector as Kubernetes reads it. One broken requirement breaks it whole: `brokenSelector`. */
export function compileSelector(selector: LabelSelector | undefined): CompiledSelector {
  if (selector === undefined) return selectsNothing;
  const known = compiled.get(selector);
  if (known !== undefined) return known;
  const fresh = compileAnew(selector);
  compiled.set(selector, fresh);
  return fresh;
}

/** What was compiled before, as long as its text is held: objects of a cluster are asked over and over. */
const compiled: WeakMap<LabelSelector, CompiledSelector> = new WeakMap();

function compileAnew(selector: LabelSelector): CompiledSelector {
  const read = [
    ...Object.entries(selector.matchLabels ?? {}).map(([key, value]) => equals(key, value)),
    ...(selector.matchExpressions ?? []).map(readExpression),
  ];
  if (read.length === 0) return selectsEverything;
  const requirements = read.filter((requirement) => requirement !== undefined);
  return requirements.length < read.length ? brokenSelector : ofRequirements(requirements);
}

/** Compiles what selects by equality alone and is not checked: a Service's or ReplicationController's selector. */
export function compilePairs(pairs: StringMap): CompiledSelector {
  const requirements = Object.entries(pairs).map(([key, value]): Requirement => ({ kind: 'in', key, values: [value] }));
  return requirements.length === 0 ? selectsEverything : ofRequirements(requirements);
}

/** The selector that asks for all that `selector` asks, and for these requirements too (as `matchLabelKeys` adds them). */
export function narrowed(selector: CompiledSelector, more: readonly Requirement[]): CompiledSelector {
  if (selector.kind === 'nothing' || more.length === 0) return selector;
  return ofRequirements([...selector.requirements, ...more]);
}

/** Whether these labels are selected. */
export function selects(selector: CompiledSelector, labels: StringMap): boolean {
  if (selector.kind === 'nothing') return false;
  for (const requirement of selector.requirements) if (!meets(labels, requirement)) return false;
  return true;
}

/** Labels of pods are not compared by size: that is for nodes alone. */
function readExpression(written: WrittenRequirement): Requirement | undefined {
  return written.operator === 'Gt' || written.operator === 'Lt' ? undefined : readRequirement(written);
}

function equals(key: string, value: string): Requirement | undefined {
  return readRequirement({ key, operator: 'In', values: [value] });
}

function ofRequirements(requirements: readonly Requirement[]): CompiledSelector {
  const { sorted, key } = canonical(requirements);
  return { key, kind: 'requirements', requirements: sorted, requiredPairs: sorted.flatMap(pairOf) };
}

function pairOf(requirement: Requirement): (readonly [string, string])[] {
  const only = requirement.kind === 'in' && requirement.values.length === 1 ? requirement.values[0] : undefined;
  return only === undefined ? [] : [[requirement.key, only]];
}

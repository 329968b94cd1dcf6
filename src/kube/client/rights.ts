import type { Asked, ResourceVerb } from '#kube/transport/asked.ts';
import type { Resource } from './resource.ts';

/** A rule of RBAC, as a Role holds it. */
export type PolicyRule =
  | {
      readonly apiGroups: readonly string[];
      readonly resources: readonly string[];
      /** Objects by name; absent: all. */
      readonly resourceNames?: readonly string[];
      readonly verbs: readonly string[];
    }
  | { readonly nonResourceURLs: readonly string[]; readonly verbs: readonly string[] };

/** The right that a verb on a resource, or on a part of it, needs. */
export function rightOf(
  { group, plural }: Pick<Resource, 'group' | 'plural'>,
  verb: ResourceVerb,
  subresource?: string,
): PolicyRule {
  const resource = subresource === undefined ? plural : `${plural}/${subresource}`;
  return { apiGroups: [group], resources: [resource], verbs: [verb] };
}

/** The same right on objects of these names alone. What is created has no name yet when rights are checked. */
export function named(rule: PolicyRule, ...names: readonly string[]): PolicyRule {
  return 'nonResourceURLs' in rule || rule.verbs.includes('create') ? rule : { ...rule, resourceNames: names };
}

/** The right that was asked for on the wire. */
export function rightAsked(asked: Asked): PolicyRule {
  if (asked.kind === 'path') return { nonResourceURLs: [asked.path], verbs: [asked.verb] };
  return rightOf({ group: asked.group, plural: asked.resource }, asked.verb, asked.subresource);
}

/** Several rules as few, in a stable order: one a resource, with all its verbs. */
export function inShort(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const verbs = new Map<string, Set<string>>();
  const subjects = new Map<string, Subject>();
  for (const { subject, verb } of rules.flatMap(oneByOne)) {
    const key = JSON.stringify(subject);
    subjects.set(key, subject);
    verbs.set(key, (verbs.get(key) ?? new Set()).add(verb));
  }
  const keys = [...subjects.keys()].toSorted();
  return keys.map((key) => Object.assign({}, subjects.get(key)!, { verbs: [...verbs.get(key)!].toSorted() }));
}

/** Collects what is really asked for: a run's own answer to what a role needs. */
export class RightsAsked {
  readonly #asked: Map<string, PolicyRule> = new Map();

  /** For `TransportObserver.asked`. */
  readonly asked = (asked: Asked): void => {
    const rule = rightAsked(asked);
    this.#asked.set(JSON.stringify(rule), rule);
  };

  rules(): readonly PolicyRule[] {
    return inShort([...this.#asked.values()]);
  }
}

type Subject =
  | {
      readonly apiGroups: readonly string[];
      readonly resources: readonly string[];
      readonly resourceNames?: readonly string[];
    }
  | { readonly nonResourceURLs: readonly string[] };

function oneByOne(rule: PolicyRule): readonly { readonly subject: Subject; readonly verb: string }[] {
  return subjectsOf(rule).flatMap((subject) => rule.verbs.map((verb) => ({ subject, verb })));
}

function subjectsOf(rule: PolicyRule): readonly Subject[] {
  if ('nonResourceURLs' in rule) return rule.nonResourceURLs.map((url) => ({ nonResourceURLs: [url] }));
  const names = rule.resourceNames === undefined ? {} : { resourceNames: rule.resourceNames };
  return rule.apiGroups.flatMap((group) =>
    rule.resources.map((resource) => ({ apiGroups: [group], resources: [resource], ...names })),
  );
}

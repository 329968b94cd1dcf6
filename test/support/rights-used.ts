import { readFileSync } from 'node:fs';
import type { RoleRights } from '#app/live/role-rights.ts';
import type { PolicyRule } from '#kube/client/rights.ts';
import type { KubeObject } from './kube-api.ts';

/** A right by itself, such as `get leases.coordination.k8s.io plimsoll-collector in plimsoll-system`. */
interface OneRight {
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
  /** Absent: in all. */
  readonly namespace?: string | undefined;
  /** Absent: of all. */
  readonly name?: string | undefined;
}

/** How what was asked for compares with what was declared; each right or request in words. */
export interface RightsUsed {
  /** Asked for, and allowed by no declared right. */
  readonly undeclared: readonly string[];
  /** Declared, and never asked for. */
  readonly unused: readonly string[];
  /** Asked for, and refused by the API server. */
  readonly refused: readonly string[];
}

/** Every finished request in an audit log. */
export function auditedIn(auditLog: string): readonly KubeObject[] {
  const lines = readFileSync(auditLog, 'utf8').split('\n');
  return lines.slice(0, lines.lastIndexOf('')).map((line): KubeObject => JSON.parse(line));
}

/** Compares the requests of an audit log with what a role declares. */
export function rightsUsed(requests: readonly KubeObject[], rights: RoleRights, ownNamespace: string): RightsUsed {
  const { everywhere, own, optional = [] } = rights;
  const declared = [
    ...[...everywhere, ...optional].flatMap((rule) => oneByOne(rule)),
    ...own.flatMap((rule) => oneByOne(rule, ownNamespace)),
  ];
  const asked = requests.filter((request) => !isForEverybody(request)).map(askedBy);
  return {
    undeclared: words(asked.filter((one) => !declared.some((right) => allows(right, one)))),
    unused: words(declared.filter((right) => !asked.some((one) => allows(right, one)))),
    refused: words(requests.filter(({ responseStatus }) => responseStatus?.code === 403).map(askedBy)),
  };
}

/** Which kinds are served, and what one may do oneself: everybody may ask. */
const isForEverybody = ({ objectRef }: KubeObject): boolean =>
  objectRef === undefined ||
  (objectRef.apiGroup === 'authorization.k8s.io' && objectRef.resource.startsWith('selfsubject'));

/** A list or a watch of one object names it in its field selector. */
function askedBy({ verb, objectRef = {} }: KubeObject): OneRight {
  const { apiGroup: group = '', resource = '', subresource, namespace, name } = objectRef;
  return {
    group,
    resource: subresource === undefined ? resource : `${resource}/${subresource}`,
    verb,
    namespace,
    name,
  };
}

function oneByOne(rule: PolicyRule, namespace?: string): readonly OneRight[] {
  if ('nonResourceURLs' in rule) return [];
  const { apiGroups, resources, resourceNames = [undefined], verbs } = rule;
  return apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      resourceNames.flatMap((name) => verbs.map((verb) => ({ group, resource, verb, namespace, name }))),
    ),
  );
}

function allows(right: OneRight, asked: OneRight): boolean {
  const { group, resource, verb, namespace, name } = right;
  const isThere = namespace === undefined || namespace === asked.namespace;
  const isIt = name === undefined || name === asked.name;
  return group === asked.group && resource === asked.resource && verb === asked.verb && isThere && isIt;
}

function words(rights: readonly OneRight[]): readonly string[] {
  const said = rights.map(({ group, resource, verb, namespace, name }) =>
    [
      `${verb} ${resource}${group === '' ? '' : ` of ${group}`}`,
      ...(name === undefined ? [] : [name]),
      ...(namespace === undefined ? [] : [`in ${namespace}`]),
    ].join(' '),
  );
  return [...new Set(said)].toSorted();
}

import { type Finding, ok, problem } from './finding.ts';

/** One right, and whether we have it. */
export interface RightChecked {
  /** Empty for the core group. */
  readonly group: string;
  /** With its part, as in `pods/eviction`. */
  readonly resource: string;
  readonly verb: string;
  /** Absent: in all namespaces. */
  readonly namespace?: string;
  /** Of one object alone; absent: of all. */
  readonly name?: string;
  readonly allowed: boolean;
}

export interface RightsFacts {
  /** What the rights are needed for. */
  readonly role: string;
  /** Who we are to the API server. */
  readonly who: string;
  readonly rights: readonly RightChecked[];
}

/** All rights that a role needs at once, and the very rules that are missing. */
export function judgeRights({ role, who, rights }: RightsFacts): readonly Finding[] {
  const missing = rights.filter(({ allowed }) => !allowed);
  if (missing.length === 0) return [ok(`${who} has the ${rights.length} rights that ${role} needs`)];
  const places = Map.groupBy(missing, ({ namespace }) => namespace);
  return [...places].map(([namespace, ofPlace]) => {
    const where = namespace === undefined ? '' : ` in namespace ${namespace}`;
    const what = ofPlace.map(({ verb, resource }) => `${verb} ${resource}`).join(', ');
    const holder = namespace === undefined ? 'a ClusterRole' : `a Role in ${namespace}`;
    return problem(
      `${who} may not do what ${role} needs${where}: ${what}`,
      [`add to ${holder} bound to it:`, ...rulesText(ofPlace)].join('\n'),
    );
  });
}

/** Rights that a role does without where it must: then pods are evicted, and nothing is started in advance. */
export function judgeSurgeRights({ role, who, rights }: RightsFacts): readonly Finding[] {
  if (rights.length === 0) return [];
  const missing = rights.filter(({ allowed }) => !allowed);
  if (missing.length === 0) return [ok(`${who} may start a new pod before the old one goes`)];
  const what = missing.map(({ verb, resource }) => `${verb} ${resource}`).join(', ');
  return [
    ok(
      `${who} may not start a new pod before the old one goes (${what}): role ${role} evicts; ` +
        '`plimsoll manifests --surge` grants it, and it is near to administration',
    ),
  ];
}

/** Rules of RBAC as YAML, one a resource. */
function rulesText(rights: readonly RightChecked[]): readonly string[] {
  const rules = Map.groupBy(rights, ({ group, resource, name }) => JSON.stringify([group, resource, name]));
  return [...rules.values()].map((ofOne) => {
    const { group, resource, name } = ofOne[0]!;
    const names = name === undefined ? '' : `, resourceNames: [${name}]`;
    const verbs = ofOne.map(({ verb }) => verb).join(', ');
    return `- {apiGroups: ["${group}"], resources: [${resource}]${names}, verbs: [${verbs}]}`;
  });
}

import { rightsOfRoles } from '#app/live/rights-of-roles.ts';
import type { BuiltRole } from '#app/live/roles.ts';
import type { PolicyRule } from '#kube/client/rights.ts';
import type { InstallPlan, Manifest } from './install-plan.ts';
import { metadataOfRole, roleName } from './names.ts';

const GROUP = 'rbac.authorization.k8s.io';
const apiVersion = `${GROUP}/v1`;

interface Access extends Manifest {
  readonly rules?: readonly PolicyRule[];
  readonly roleRef?: object;
  readonly subjects?: readonly object[];
  readonly automountServiceAccountToken?: boolean;
}

/** A role's account, and the rights that its code declares: everywhere, in our namespace, and those opted in to. */
export function accessOf(role: BuiltRole, { namespace, surge }: InstallPlan): readonly Access[] {
  const { everywhere, own, optional = [] } = rightsOfRoles[role];
  return [
    // pods ask for the token themselves: whatever else runs under this account gets none
    {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: metadataOfRole(role, namespace),
      automountServiceAccountToken: false,
    },
    ...clusterAccess(role, namespace, { rules: everywhere, suffix: '' }),
    ...ownAccess(role, namespace, own),
    ...(surge === 'granted' ? clusterAccess(role, namespace, { rules: optional, suffix: '-surge' }) : []),
  ];
}

interface Granted {
  readonly rules: readonly PolicyRule[];
  readonly suffix: string;
}

function clusterAccess(role: BuiltRole, namespace: string, { rules, suffix }: Granted): readonly Access[] {
  if (rules.length === 0) return [];
  return bound('ClusterRole', metadataOfRole(role, undefined, suffix), rules, subjectsOf(role, namespace));
}

const ownAccess = (role: BuiltRole, namespace: string, rules: readonly PolicyRule[]): readonly Access[] =>
  bound('Role', metadataOfRole(role, namespace), rules, subjectsOf(role, namespace));

/** Rules, and the binding of its name that gives them to the subjects. */
function bound(
  kind: 'ClusterRole' | 'Role',
  metadata: Manifest['metadata'],
  rules: readonly PolicyRule[],
  subjects: readonly object[],
): readonly Access[] {
  const roleRef = { apiGroup: GROUP, kind, name: metadata.name };
  return [
    { apiVersion, kind, metadata, rules },
    { apiVersion, kind: `${kind}Binding`, metadata, roleRef, subjects },
  ];
}

const subjectsOf = (role: BuiltRole, namespace: string): readonly object[] => [
  { kind: 'ServiceAccount', namespace, name: roleName(role) },
];

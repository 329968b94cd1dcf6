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
  const metadata = metadataOfRole(role, undefined, suffix);
  return [
    { apiVersion, kind: 'ClusterRole', metadata, rules },
    {
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata,
      roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: metadata.name },
      subjects: subjectsOf(role, namespace),
    },
  ];
}

function ownAccess(role: BuiltRole, namespace: string, rules: readonly PolicyRule[]): readonly Access[] {
  const metadata = metadataOfRole(role, namespace);
  return [
    { apiVersion, kind: 'Role', metadata, rules },
    {
      apiVersion,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: GROUP, kind: 'Role', name: metadata.name },
      subjects: subjectsOf(role, namespace),
    },
  ];
}

const subjectsOf = (role: BuiltRole, namespace: string): readonly object[] => [
  { kind: 'ServiceAccount', namespace, name: roleName(role) },
];

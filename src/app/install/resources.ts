import { configMaps } from '#actuators/control/kube-control-store.ts';
import type { Resource } from '#kube/client/resource.ts';
import { leases } from '#kube/lease/kube-lease-store.ts';

type Scope = 'namespaced' | 'cluster';

function v1(group: string, kind: string, plural: string, scope: Scope): Resource {
  return { group, version: 'v1', plural, kind, namespaced: scope === 'namespaced' };
}

const rbac = 'rbac.authorization.k8s.io';
const admission = 'admissionregistration.k8s.io';

export const namespaces: Resource = v1('', 'Namespace', 'namespaces', 'cluster');
export const definitions: Resource = v1(
  'apiextensions.k8s.io',
  'CustomResourceDefinition',
  'customresourcedefinitions',
  'cluster',
);
export const deployments: Resource = v1('apps', 'Deployment', 'deployments', 'namespaced');

const all: readonly Resource[] = [
  namespaces,
  definitions,
  deployments,
  v1(admission, 'ValidatingAdmissionPolicy', 'validatingadmissionpolicies', 'cluster'),
  v1(admission, 'ValidatingAdmissionPolicyBinding', 'validatingadmissionpolicybindings', 'cluster'),
  v1('', 'ServiceAccount', 'serviceaccounts', 'namespaced'),
  v1(rbac, 'ClusterRole', 'clusterroles', 'cluster'),
  v1(rbac, 'ClusterRoleBinding', 'clusterrolebindings', 'cluster'),
  v1(rbac, 'Role', 'roles', 'namespaced'),
  v1(rbac, 'RoleBinding', 'rolebindings', 'namespaced'),
  v1('', configMaps.kind, configMaps.plural, 'namespaced'),
  v1('networking.k8s.io', 'NetworkPolicy', 'networkpolicies', 'namespaced'),
  v1('policy', 'PodDisruptionBudget', 'poddisruptionbudgets', 'namespaced'),
  v1(leases.group, leases.kind, leases.plural, 'namespaced'),
];

/** How an object of a kind that we install is addressed. */
export function resourceOf(kind: string): Resource {
  const found = all.find((resource) => resource.kind === kind);
  if (found === undefined) throw new Error(`nothing of ours is a ${kind}`);
  return found;
}

import type { OwnerReference } from '#api/kubernetes/metadata.ts';
import { equalities, type Requirement, selectorOf, selects } from './label-selector.ts';
import type { Probe } from './plugin.ts';
import { namespaceOf } from './pods.ts';

/** Whom a pod without constraints of its own is spread from: what its Services and its controller select. */
export function defaultSpreadSelector({ pod, objects }: Probe): readonly Requirement[] {
  const beside = <T extends { readonly metadata: { readonly namespace?: string } }>(
    all: readonly T[] | undefined,
  ): T[] => (all ?? []).filter((one) => namespaceOf(one) === namespaceOf(pod));
  const pairs: Record<string, string> = {};
  for (const { spec } of beside(objects.services)) {
    if (spec?.selector !== undefined && selects(equalities(spec.selector), pod.metadata.labels)) {
      Object.assign(pairs, spec.selector);
    }
  }
  const owner = pod.metadata.ownerReferences?.find((reference) => reference.controller === true);
  switch (kindOf(owner)) {
    case 'v1 ReplicationController': {
      const found = beside(objects.replicationControllers).find((one) => one.metadata.name === owner!.name);
      return equalities({ ...pairs, ...found?.spec?.selector });
    }
    case 'apps/v1 ReplicaSet':
      return [...equalities(pairs), ...requirementsOf(beside(objects.replicaSets), owner!)];
    case 'apps/v1 StatefulSet':
      return [...equalities(pairs), ...requirementsOf(beside(objects.statefulSets), owner!)];
    default:
      return equalities(pairs);
  }
}

function kindOf(owner: OwnerReference | undefined): string {
  return owner === undefined ? 'none' : `${owner.apiVersion} ${owner.kind}`;
}

function requirementsOf(
  workloads: NonNullable<Probe['objects']['replicaSets']>,
  owner: OwnerReference,
): readonly Requirement[] {
  const found = workloads.find((one) => one.metadata.name === owner.name);
  const selector = selectorOf(found?.spec?.selector);
  return selector === undefined || selector === 'nothing' ? [] : selector;
}

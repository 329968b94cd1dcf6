import type { Pod } from '#api/kubernetes/pod.ts';
import type { PodMigration } from '#api/pod-migration.ts';
import { controllerOf } from '#api/pod-standing.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';

/** A generated name keeps so much of the name it is made of. */
const LONGEST_STEM = 58;

/**
 * uids of those that make the pod again, in its very revision: its controller. Once the pod is gone its name tells which
 * of the workload's ReplicaSets it was of; where it does not, all of them are.
 */
export function makersOf(
  { metadata, spec, status }: PodMigration,
  pod: Pod | undefined,
  cluster: ClusterView,
): ReadonlySet<string> {
  const direct = pod === undefined ? undefined : controllerOf(pod);
  if (direct !== undefined) return new Set([direct.uid]);
  const above = status?.workload?.uid;
  if (above === undefined) return new Set();
  const sets = [...cluster.objectsIn('ReplicaSet', metadata.namespace)].filter(
    ({ metadata: { ownerReferences = [] } }) =>
      ownerReferences.some(({ controller, uid }) => controller === true && uid === above),
  );
  const named = sets.filter(({ metadata: { name } }) => spec.podRef.name.startsWith(`${name}-`.slice(0, LONGEST_STEM)));
  return new Set([above, ...(named.length > 0 ? named : sets).map(({ metadata: { uid } }) => uid)]);
}

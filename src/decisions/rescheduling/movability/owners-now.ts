import type { OwnerReference } from '#api/kubernetes/metadata.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { Deployment, ReplicatedWorkload } from '#api/kubernetes/workload.ts';
import { controllerOf } from '#api/pod-standing.ts';
import type { ClusterKind } from '#cluster/cluster-event.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { OwnerNow, Rollout, WorkloadNow } from './workload-now.ts';

/** Who will make each pod again, as far as the cluster tells. Where Deployments are unread, their ReplicaSets tell what they can. */
export function ownersNow(view: ClusterView, unread: ReadonlySet<ClusterKind>): (pod: Pod) => OwnerNow {
  const siblingsIn = new Map<string, ReadonlyMap<string, number>>();
  const known = new Map<string, OwnerNow>();
  return (pod) => {
    const { namespace = 'default', ownerReferences = [] } = pod.metadata;
    if (ownerReferences.length === 0) return { kind: 'none' };
    const direct = controllerOf(pod);
    if (direct === undefined) return { kind: 'no-controller' };
    const path = `${direct.kind}/${namespace}/${direct.name}/${direct.uid}`;
    const before = known.get(path);
    if (before !== undefined) return before;
    const owner = ownerBy(direct, namespace);
    known.set(path, owner);
    return owner;
  };

  function ownerBy(direct: OwnerReference, namespace: string): OwnerNow {
    if (!isHeld(direct.kind)) return { kind: 'workload', workload: unknownWorkload(direct) };
    const owner = view.object(direct.kind, `${namespace}/${direct.name}`);
    if (owner?.metadata.uid === direct.uid) {
      const workload = workloadOf(direct, owner, () => growing(namespace));
      return { kind: 'workload', workload: asDeployed(workload, deploymentOf(workload, namespace)) };
    }
    if (unread.has(direct.kind)) return { kind: 'workload', workload: unknownWorkload(direct) };
    return { kind: 'missing', reference: direct };
  }

  function deploymentOf({ ref }: WorkloadNow, namespace: string): Deployment | undefined {
    const found = ref.kind === 'Deployment' ? view.object('Deployment', `${namespace}/${ref.name}`) : undefined;
    return found?.metadata.uid === ref.uid ? found : undefined;
  }

  /** By the uid of a Deployment: how many of its ReplicaSets want pods. */
  function growing(namespace: string): ReadonlyMap<string, number> {
    const known = siblingsIn.get(namespace);
    if (known !== undefined) return known;
    const counts = new Map<string, number>();
    for (const { metadata, spec, status } of view.objectsIn('ReplicaSet', namespace)) {
      const above = controllerOf({ metadata });
      if (above === undefined || ((spec?.replicas ?? 0) === 0 && (status?.replicas ?? 0) === 0)) continue;
      counts.set(above.uid, (counts.get(above.uid) ?? 0) + 1);
    }
    siblingsIn.set(namespace, counts);
    return counts;
  }
}

type HeldKind = 'ReplicaSet' | 'StatefulSet' | 'ReplicationController';

const held: ReadonlySet<string> = new Set<HeldKind>(['ReplicaSet', 'StatefulSet', 'ReplicationController']);

const isHeld = (kind: string): kind is HeldKind => held.has(kind);

function unknownWorkload(direct: OwnerReference): WorkloadNow {
  return { ref: refOf(direct), direct, rollout: 'unknown' };
}

function workloadOf(
  direct: OwnerReference,
  {
    metadata,
    spec,
    status,
  }: Pick<ReplicatedWorkload, 'metadata' | 'status'> & {
    readonly spec?: { readonly replicas?: number };
  },
  growing: () => ReadonlyMap<string, number>,
): WorkloadNow {
  const above = controllerOf({ metadata });
  const desired = spec?.replicas;
  const isRolling = above !== undefined && (growing().get(above.uid) ?? 0) > 1;
  const isScalingIn = desired !== undefined && (status?.replicas ?? 0) > desired;
  const rollout: Rollout = isRolling ? 'rolling' : isScalingIn ? 'scaling-in' : 'steady';
  return { ref: refOf(above ?? direct), direct, desired, rollout };
}

/** What the Deployment itself says counts more than what its ReplicaSets show. */
function asDeployed(workload: WorkloadNow, deployment: Deployment | undefined): WorkloadNow {
  if (deployment === undefined) return workload;
  const { spec } = deployment;
  return {
    ...workload,
    desired: spec?.replicas ?? workload.desired,
    rollout: rolloutOf(deployment, workload.rollout),
    strategy: spec?.strategy?.type,
  };
}

function rolloutOf({ metadata, spec, status }: Deployment, bySets: Rollout): Rollout {
  const { replicas: wished = 1, paused = false } = spec ?? {};
  const { observedGeneration = 0, replicas = 0, updatedReplicas = 0 } = status ?? {};
  if (paused) return 'paused';
  if (observedGeneration < (metadata.generation ?? 0)) return 'unobserved';
  // a pod too few is made again, not rolled out
  return replicas > updatedReplicas ? 'rolling' : bySets === 'steady' && replicas > wished ? 'scaling-in' : bySets;
}

const refOf = ({ apiVersion, kind, name, uid }: OwnerReference): WorkloadNow['ref'] => ({
  apiVersion,
  kind,
  name,
  uid,
});

import type {
  Deployment,
  Namespace,
  PodDisruptionBudget,
  PriorityClass,
  ReplicatedWorkload,
  ReplicationController,
  Service,
} from '#api/kubernetes/workload.ts';
import type { FieldShapes, Shape } from '#kube/decode/shapes.ts';
import { boolean, fields, jsonAs, number, objectOf, textAs, textMap } from '#kube/decode/shapes.ts';
import { plainMetadata } from './metadata.ts';
import { labelSelector } from './selectors.ts';

type WorkloadStatus = NonNullable<ReplicatedWorkload['status']>;
type BudgetStatus = NonNullable<PodDisruptionBudget['status']>;

export const service: Shape<Service> = objectOf<Service>({
  metadata: plainMetadata,
  spec: fields({ selector: textMap }),
});

export const replicationController: Shape<ReplicationController> = objectOf<ReplicationController>({
  metadata: plainMetadata,
  spec: fields({ selector: textMap, replicas: number }),
});

/** A ReplicaSet or a StatefulSet. */
export const replicatedWorkload: Shape<ReplicatedWorkload> = objectOf<ReplicatedWorkload>({
  metadata: plainMetadata,
  spec: fields({ selector: labelSelector, replicas: number }),
  status: fields({
    replicas: number,
    readyReplicas: number,
    availableReplicas: number,
  } satisfies FieldShapes<WorkloadStatus>),
});

export const deployment: Shape<Deployment> = objectOf<Deployment>({
  metadata: plainMetadata,
  spec: fields({
    replicas: number,
    paused: boolean,
    strategy: fields({ type: textAs<'RollingUpdate' | 'Recreate'>() }),
  }),
  status: fields({ observedGeneration: number, replicas: number, updatedReplicas: number }),
});

export const namespace: Shape<Namespace> = objectOf<Namespace>({ metadata: plainMetadata });

export const priorityClass: Shape<PriorityClass> = objectOf<PriorityClass>({
  metadata: plainMetadata,
  value: number,
  globalDefault: boolean,
  preemptionPolicy: textAs<NonNullable<PriorityClass['preemptionPolicy']>>(),
});

export const podDisruptionBudget: Shape<PodDisruptionBudget> = objectOf<PodDisruptionBudget>({
  metadata: plainMetadata,
  spec: objectOf<NonNullable<PodDisruptionBudget['spec']>>({
    selector: labelSelector,
    minAvailable: jsonAs<number | string>(),
    maxUnavailable: jsonAs<number | string>(),
    unhealthyPodEvictionPolicy: textAs<'IfHealthyBudget' | 'AlwaysAllow'>(),
  }),
  status: fields({
    disruptionsAllowed: number,
    currentHealthy: number,
    desiredHealthy: number,
    expectedPods: number,
    observedGeneration: number,
    disruptedPods: textMap,
  } satisfies FieldShapes<BudgetStatus>),
});

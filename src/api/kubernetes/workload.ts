import type { ObjectMeta, StringMap } from './metadata.ts';
import type { LabelSelector } from './selectors.ts';

/** Selects pods by equality alone. */
export interface Service {
  readonly metadata: ObjectMeta;
  readonly spec?: { readonly selector?: StringMap };
}

export interface ReplicationController {
  readonly metadata: ObjectMeta;
  readonly spec?: { readonly selector?: StringMap; readonly replicas?: number };
}

/** A ReplicaSet or a StatefulSet, as far as both have it. */
export interface ReplicatedWorkload {
  readonly metadata: ObjectMeta;
  readonly spec?: { readonly selector?: LabelSelector; readonly replicas?: number };
  readonly status?: {
    readonly replicas?: number;
    readonly readyReplicas?: number;
    readonly availableReplicas?: number;
  };
}

/** How many pods there should be, and of which version: its ReplicaSets hold them. */
export interface Deployment {
  readonly metadata: ObjectMeta;
  readonly spec?: {
    readonly replicas?: number;
    readonly paused?: boolean;
    readonly strategy?: { readonly type?: 'RollingUpdate' | 'Recreate' };
  };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
  };
}

export interface Namespace {
  readonly metadata: ObjectMeta;
}

export interface PriorityClass {
  readonly metadata: ObjectMeta;
  readonly value: number;
  readonly globalDefault?: boolean;
  readonly preemptionPolicy?: 'Never' | 'PreemptLowerPriority';
}

export interface PodDisruptionBudget {
  readonly metadata: ObjectMeta;
  readonly spec?: {
    readonly selector?: LabelSelector;
    readonly minAvailable?: number | string;
    readonly maxUnavailable?: number | string;
    readonly unhealthyPodEvictionPolicy?: 'IfHealthyBudget' | 'AlwaysAllow';
  };
  readonly status?: {
    readonly disruptionsAllowed?: number;
    readonly currentHealthy?: number;
    readonly desiredHealthy?: number;
    readonly expectedPods?: number;
    readonly observedGeneration?: number;
    readonly disruptedPods?: StringMap;
  };
}

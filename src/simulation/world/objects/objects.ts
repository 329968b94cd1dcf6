import type { KubernetesObject, ObjectMeta, StringMap } from '#api/kubernetes/metadata.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod, PodSpec } from '#api/kubernetes/pod.ts';
import type { LabelSelector } from '#api/kubernetes/selectors.ts';
import type { PodDisruptionBudget, Service } from '#api/kubernetes/workload.ts';
import type { PodMigration } from '#api/pod-migration.ts';
import type { ClusterObjects } from '#cluster/cluster-event.ts';

export interface PodTemplate {
  readonly metadata: { readonly labels: StringMap; readonly annotations?: StringMap };
  readonly spec: PodSpec;
}

export interface ReplicaCounts {
  readonly replicas: number;
  readonly readyReplicas: number;
}

export interface ReplicaSet {
  readonly metadata: ObjectMeta;
  readonly spec: { readonly replicas: number; readonly selector: LabelSelector; readonly template: PodTemplate };
  readonly status?: ReplicaCounts;
}

/** How a Deployment goes from one template to the next; amounts are pods or percents ("25%"). */
export type DeploymentStrategy =
  | { readonly type: 'RollingUpdate'; readonly maxSurge: number | string; readonly maxUnavailable: number | string }
  | { readonly type: 'Recreate' };

export interface Deployment {
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly replicas: number;
    readonly selector: LabelSelector;
    readonly template: PodTemplate;
    readonly strategy: DeploymentStrategy;
    readonly paused?: boolean;
  };
  readonly status?: ReplicaCounts & { readonly updatedReplicas: number; readonly observedGeneration: number };
}

export interface StatefulSet {
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly replicas: number;
    readonly selector: LabelSelector;
    readonly template: PodTemplate;
    readonly podManagementPolicy: 'OrderedReady' | 'Parallel';
  };
  readonly status?: ReplicaCounts;
}

export interface DaemonSet {
  readonly metadata: ObjectMeta;
  readonly spec: { readonly selector: LabelSelector; readonly template: PodTemplate };
}

export interface Job {
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly completions: number;
    readonly parallelism: number;
    readonly backoffLimit: number;
    readonly template: PodTemplate;
    readonly ttlSecondsAfterFinished?: number;
  };
  readonly status?: { readonly succeeded: number; readonly failed: number; readonly ended?: 'Complete' | 'Failed' };
}

export interface HorizontalPodAutoscaler {
  readonly metadata: ObjectMeta;
  readonly spec: {
    /** Of a Deployment in the same namespace. */
    readonly target: string;
    readonly minReplicas: number;
    readonly maxReplicas: number;
    /** Mean use over requests, in percent. */
    readonly targetCpuPercent: number;
  };
}

/** It has data in the place of a spec. */
export interface ConfigMap {
  readonly metadata: ObjectMeta;
  readonly spec?: never;
  readonly data: StringMap;
}

/** Kinds that nothing in a world acts on: a recorded cluster has objects of them, and they are served as they were. */
export const backdropKinds = [
  'Namespace',
  'ReplicationController',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'StorageClass',
  'CSINode',
  'CSIDriver',
  'PriorityClass',
] as const;

export type BackdropKind = (typeof backdropKinds)[number];

type Backdrop = Pick<ClusterObjects, BackdropKind>;

/** Every kind of object that the world's API server holds. */
export interface WorldObjects extends Backdrop {
  readonly Node: Node;
  readonly Pod: Pod;
  readonly ReplicaSet: ReplicaSet;
  readonly Deployment: Deployment;
  readonly StatefulSet: StatefulSet;
  readonly DaemonSet: DaemonSet;
  readonly Job: Job;
  readonly PodDisruptionBudget: PodDisruptionBudget;
  readonly HorizontalPodAutoscaler: HorizontalPodAutoscaler;
  readonly Service: Service;
  readonly ConfigMap: ConfigMap;
  readonly PodMigration: PodMigration & KubernetesObject;
}

export type WorldKind = keyof WorldObjects;

/** `namespace/name`, or the name alone where a kind has no namespaces. */
export function keyOf({ namespace, name }: Pick<ObjectMeta, 'namespace' | 'name'>): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

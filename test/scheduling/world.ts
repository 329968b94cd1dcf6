import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { NodeAffinity, TopologySpreadConstraint } from '#api/kubernetes/affinity.ts';
import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
  VolumeAttachment,
} from '#api/kubernetes/storage.ts';
import type { Namespace, ReplicatedWorkload, ReplicationController, Service } from '#api/kubernetes/workload.ts';

/** Everything a scheduler can see, as an API server stores it. Lists are in the order the scheduler learnt of them. */
export interface WorldObjects {
  readonly nodes: readonly Node[];
  /** Those that run, those that end, and those that wait with a nominated node. */
  readonly pods: readonly Pod[];
  readonly namespaces?: readonly Namespace[];
  readonly services?: readonly Service[];
  readonly replicationControllers?: readonly ReplicationController[];
  readonly replicaSets?: readonly ReplicatedWorkload[];
  readonly statefulSets?: readonly ReplicatedWorkload[];
  readonly persistentVolumes?: readonly PersistentVolume[];
  readonly persistentVolumeClaims?: readonly PersistentVolumeClaim[];
  readonly storageClasses?: readonly StorageClass[];
  readonly csiNodes?: readonly CSINode[];
  readonly csiDrivers?: readonly CSIDriver[];
  readonly csiStorageCapacities?: readonly CSIStorageCapacity[];
  readonly volumeAttachments?: readonly VolumeAttachment[];
}

/** What differs from the default profile, by kube-scheduler's own names: `pluginConfig[].args` of each plugin. */
export interface ProfileArgs {
  readonly NodeAffinity?: {
    readonly addedAffinity?: NodeAffinity;
  };
  readonly InterPodAffinity?: {
    readonly hardPodAffinityWeight?: number;
    readonly ignorePreferredTermsOfExistingPods?: boolean;
  };
  readonly PodTopologySpread?: {
    readonly defaultingType: 'System' | 'List';
    readonly defaultConstraints?: readonly TopologySpreadConstraint[];
  };
  readonly NodeResourcesFit?: {
    readonly ignoredResources?: readonly string[];
    readonly ignoredResourceGroups?: readonly string[];
    readonly scoringStrategy?: {
      readonly type: 'LeastAllocated' | 'MostAllocated' | 'RequestedToCapacityRatio';
      readonly resources?: readonly { readonly name: string; readonly weight: number }[];
      readonly requestedToCapacityRatio?: {
        readonly shape: readonly { readonly utilization: number; readonly score: number }[];
      };
    };
  };
}

/** A cluster at rest, and pods of which each is judged as if it came alone. */
export interface World {
  readonly id: string;
  /** The minor version whose rules hold; absent: the newest, 1.37. */
  readonly dialect?: '1.34' | '1.35' | '1.36' | '1.37';
  readonly args?: ProfileArgs;
  readonly objects: WorldObjects;
  /** Not assigned, not among `objects.pods`, nominated nowhere. */
  readonly probes: readonly Pod[];
}

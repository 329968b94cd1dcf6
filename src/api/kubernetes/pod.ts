import type { Affinity, TopologySpreadConstraint } from './affinity.ts';
import type { Container, ContainerStatus, ResourceRequirements } from './container.ts';
import type { Condition, ObjectMeta, Quantities, StringMap } from './metadata.ts';
import type { Volume } from './volume.ts';

export interface Toleration {
  readonly key?: string;
  readonly operator?: 'Equal' | 'Exists' | 'Lt' | 'Gt';
  readonly value?: string;
  readonly effect?: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
  readonly tolerationSeconds?: number;
}

export interface PodSpec {
  readonly nodeName?: string;
  readonly schedulerName?: string;
  readonly priority?: number;
  readonly priorityClassName?: string;
  readonly preemptionPolicy?: 'Never' | 'PreemptLowerPriority';
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly ephemeralContainers?: readonly Container[];
  readonly resources?: ResourceRequirements;
  readonly overhead?: Quantities;
  readonly nodeSelector?: StringMap;
  readonly affinity?: Affinity;
  readonly tolerations?: readonly Toleration[];
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[];
  /** Those of a kind that `Volume` knows. */
  readonly volumes?: readonly Volume[];
  readonly schedulingGates?: readonly { readonly name: string }[];
  readonly schedulingGroup?: Readonly<Record<string, unknown>>;
  readonly resourceClaims?: readonly {
    readonly name: string;
    readonly resourceClaimName?: string;
    readonly resourceClaimTemplateName?: string;
  }[];
  readonly hostNetwork?: boolean;
  readonly hostUsers?: boolean;
  readonly restartPolicy?: string;
  readonly terminationGracePeriodSeconds?: number;
}

export interface PodStatus {
  readonly phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';
  readonly nominatedNodeName?: string;
  readonly conditions?: readonly Condition[];
  readonly containerStatuses?: readonly ContainerStatus[];
  readonly initContainerStatuses?: readonly ContainerStatus[];
  readonly allocatedResources?: Quantities;
  readonly resources?: ResourceRequirements;
  readonly podIPs?: readonly { readonly ip: string }[];
  readonly startTime?: string;
  readonly qosClass?: 'Guaranteed' | 'Burstable' | 'BestEffort';
  readonly resourceClaimStatuses?: readonly { readonly name: string; readonly resourceClaimName?: string }[];
}

export interface Pod {
  readonly metadata: ObjectMeta;
  readonly spec: PodSpec;
  readonly status?: PodStatus;
}

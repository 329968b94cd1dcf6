import type { Condition, ObjectMeta, Quantities } from './metadata.ts';

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
}

export interface NodeAddress {
  readonly type: string;
  readonly address: string;
}

export interface ContainerImage {
  readonly names?: readonly string[];
  readonly sizeBytes?: number;
}

export interface Node {
  readonly metadata: ObjectMeta;
  readonly spec?: {
    readonly unschedulable?: boolean;
    readonly taints?: readonly Taint[];
    readonly providerID?: string;
  };
  readonly status?: {
    readonly capacity?: Quantities;
    readonly allocatable?: Quantities;
    readonly conditions?: readonly Condition[];
    readonly addresses?: readonly NodeAddress[];
    readonly images?: readonly ContainerImage[];
    readonly declaredFeatures?: readonly string[];
    readonly nodeInfo?: {
      readonly kubeletVersion?: string;
      readonly operatingSystem?: string;
      readonly architecture?: string;
    };
  };
}

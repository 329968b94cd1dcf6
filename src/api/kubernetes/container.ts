import type { Quantities } from './metadata.ts';

export interface ResourceRequirements {
  readonly requests?: Quantities;
  readonly limits?: Quantities;
  /** Device claims by the name they have in the pod. */
  readonly claims?: readonly { readonly name: string }[];
}

export interface ContainerPort {
  readonly containerPort: number;
  readonly hostPort?: number;
  readonly hostIP?: string;
  readonly protocol?: 'TCP' | 'UDP' | 'SCTP';
}

/** A container, an init container or, with `restartPolicy: Always`, a sidecar. */
export interface Container {
  readonly name: string;
  readonly image?: string;
  readonly resources?: ResourceRequirements;
  readonly ports?: readonly ContainerPort[];
  readonly restartPolicy?: string;
  readonly restartPolicyRules?: readonly { readonly action: string }[];
  /** Those with options: of the others nobody asks anything. */
  readonly volumeMounts?: readonly { readonly name: string; readonly bindMountOptions?: readonly string[] }[];
}

/** What the kubelet says of a container. */
export interface ContainerStatus {
  readonly name: string;
  readonly ready?: boolean;
  readonly started?: boolean;
  readonly restartCount?: number;
  /** What the kubelet granted. */
  readonly allocatedResources?: Quantities;
  /** What is in force. */
  readonly resources?: ResourceRequirements;
}

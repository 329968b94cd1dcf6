import type { ObjectMeta, Quantities } from './metadata.ts';
import type { LabelSelector, NodeSelector, TopologySelectorTerm } from './selectors.ts';

export type AccessMode = 'ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod';

export interface PersistentVolumeClaimSpec {
  readonly accessModes?: readonly AccessMode[];
  readonly volumeName?: string;
  /** Absent: the default class may still be filled in. Empty: none. */
  readonly storageClassName?: string;
  readonly volumeMode?: 'Filesystem' | 'Block';
  readonly volumeAttributesClassName?: string;
  readonly selector?: LabelSelector;
  readonly resources?: { readonly requests?: Quantities };
}

export interface PersistentVolumeClaim {
  readonly metadata: ObjectMeta;
  readonly spec: PersistentVolumeClaimSpec;
  readonly status?: { readonly phase?: 'Pending' | 'Bound' | 'Lost'; readonly capacity?: Quantities };
}

export interface PersistentVolume {
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly capacity?: Quantities;
    readonly accessModes?: readonly AccessMode[];
    readonly storageClassName?: string;
    readonly volumeMode?: 'Filesystem' | 'Block';
    readonly volumeAttributesClassName?: string;
    readonly claimRef?: { readonly namespace?: string; readonly name?: string; readonly uid?: string };
    readonly nodeAffinity?: { readonly required?: NodeSelector };
    readonly csi?: { readonly driver: string; readonly volumeHandle: string };
    readonly gcePersistentDisk?: { readonly pdName: string };
    readonly awsElasticBlockStore?: { readonly volumeID: string };
    readonly azureDisk?: { readonly diskName: string; readonly diskURI: string };
    readonly cinder?: { readonly volumeID: string };
    readonly portworxVolume?: { readonly volumeID: string };
    readonly local?: { readonly path: string };
    readonly hostPath?: { readonly path: string };
  };
  readonly status?: { readonly phase?: string };
}

export interface StorageClass {
  readonly metadata: ObjectMeta;
  readonly provisioner?: string;
  readonly volumeBindingMode?: 'Immediate' | 'WaitForFirstConsumer';
  readonly allowedTopologies?: readonly TopologySelectorTerm[];
}

/** The drivers of one node; it bears the node's name. */
export interface CSINode {
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly drivers?: readonly {
      readonly name: string;
      readonly nodeID?: string;
      readonly topologyKeys?: readonly string[];
      readonly allocatable?: { readonly count?: number };
    }[];
  };
}

export interface CSIDriver {
  readonly metadata: ObjectMeta;
  readonly spec?: { readonly storageCapacity?: boolean; readonly preventPodSchedulingIfMissing?: boolean };
}

export interface CSIStorageCapacity {
  readonly metadata: ObjectMeta;
  readonly storageClassName: string;
  readonly nodeTopology?: LabelSelector;
  readonly capacity?: string;
  readonly maximumVolumeSize?: string;
}

export interface VolumeAttachment {
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly attacher: string;
    readonly nodeName: string;
    readonly source: { readonly persistentVolumeName?: string };
  };
  readonly status?: { readonly attached?: boolean };
}

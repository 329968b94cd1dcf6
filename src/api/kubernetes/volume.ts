import type { ObjectMeta } from './metadata.ts';
import type { PersistentVolumeClaimSpec } from './storage.ts';

/** A volume of a pod, with as much of each kind as placement and movability depend on. */
export interface Volume {
  readonly name: string;
  readonly persistentVolumeClaim?: { readonly claimName: string; readonly readOnly?: boolean };
  readonly ephemeral?: {
    readonly volumeClaimTemplate?: {
      readonly metadata?: Partial<ObjectMeta>;
      readonly spec: PersistentVolumeClaimSpec;
    };
  };
  readonly emptyDir?: { readonly medium?: string; readonly sizeLimit?: string };
  readonly hostPath?: { readonly path: string; readonly type?: string };
  readonly csi?: { readonly driver: string };
  readonly image?: { readonly reference?: string };
  readonly gcePersistentDisk?: { readonly pdName: string; readonly readOnly?: boolean };
  readonly awsElasticBlockStore?: { readonly volumeID: string; readonly readOnly?: boolean };
  readonly azureDisk?: { readonly diskName: string; readonly diskURI: string };
  readonly cinder?: { readonly volumeID: string };
  readonly portworxVolume?: { readonly volumeID: string };
  readonly iscsi?: { readonly iqn: string; readonly readOnly?: boolean };
  readonly rbd?: {
    readonly monitors: readonly string[];
    readonly image: string;
    readonly pool?: string;
    readonly readOnly?: boolean;
  };
}

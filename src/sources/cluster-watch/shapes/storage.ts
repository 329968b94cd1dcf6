import type {
  AccessMode,
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  PersistentVolume,
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  StorageClass,
  VolumeAttachment,
} from '#api/kubernetes/storage.ts';
import type { TopologySelectorTerm } from '#api/kubernetes/selectors.ts';
import type { FieldShapes, Shape } from '#kube/decode/shapes.ts';
import { boolean, fields, listOf, number, objectOf, rawText, text, textAs, textMap } from '#kube/decode/shapes.ts';
import { annotationsNamed, metadataWith, plainMetadata } from './metadata.ts';
import { labelSelector, nodeSelector } from './selectors.ts';

type VolumeSpec = PersistentVolume['spec'];
type Of<K extends keyof VolumeSpec> = NonNullable<VolumeSpec[K]>;
type Driver = NonNullable<CSINode['spec']['drivers']>[number];

const accessModes = listOf(textAs<AccessMode>());
const volumeMode = textAs<'Filesystem' | 'Block'>();

export const claimSpec: Shape<PersistentVolumeClaimSpec> = objectOf<PersistentVolumeClaimSpec>({
  accessModes,
  volumeName: rawText,
  storageClassName: text,
  volumeMode,
  volumeAttributesClassName: text,
  selector: labelSelector,
  resources: fields({ requests: textMap }),
});

export const persistentVolumeClaim: Shape<PersistentVolumeClaim> = objectOf<PersistentVolumeClaim>({
  metadata: metadataWith(annotationsNamed('pv.kubernetes.io/bind-completed', 'volume.kubernetes.io/selected-node')),
  spec: claimSpec,
  status: objectOf<NonNullable<PersistentVolumeClaim['status']>>({
    phase: textAs<'Pending' | 'Bound' | 'Lost'>(),
    capacity: textMap,
  }),
});

export const persistentVolume: Shape<PersistentVolume> = objectOf<PersistentVolume>({
  metadata: plainMetadata,
  spec: objectOf<VolumeSpec>({
    capacity: textMap,
    accessModes,
    storageClassName: text,
    volumeMode,
    volumeAttributesClassName: text,
    claimRef: fields({ namespace: text, name: rawText, uid: rawText } satisfies FieldShapes<Of<'claimRef'>>),
    nodeAffinity: fields({ required: nodeSelector } satisfies FieldShapes<Of<'nodeAffinity'>>),
    csi: objectOf<Of<'csi'>>({ driver: text, volumeHandle: rawText }),
    gcePersistentDisk: objectOf<Of<'gcePersistentDisk'>>({ pdName: rawText }),
    awsElasticBlockStore: objectOf<Of<'awsElasticBlockStore'>>({ volumeID: rawText }),
    azureDisk: objectOf<Of<'azureDisk'>>({ diskName: rawText, diskURI: rawText }),
    cinder: objectOf<Of<'cinder'>>({ volumeID: rawText }),
    portworxVolume: objectOf<Of<'portworxVolume'>>({ volumeID: rawText }),
    local: objectOf<Of<'local'>>({ path: text }),
    hostPath: objectOf<Of<'hostPath'>>({ path: text }),
  }),
  status: fields({ phase: text }),
});

type Topology = NonNullable<TopologySelectorTerm['matchLabelExpressions']>[number];

const topologyTerm = objectOf<TopologySelectorTerm>({
  matchLabelExpressions: listOf(objectOf<Topology>({ key: text, values: listOf(text) })),
});

export const storageClass: Shape<StorageClass> = objectOf<StorageClass>({
  metadata: metadataWith(annotationsNamed('storageclass.kubernetes.io/is-default-class')),
  provisioner: text,
  volumeBindingMode: textAs<NonNullable<StorageClass['volumeBindingMode']>>(),
  allowedTopologies: listOf(topologyTerm),
});

export const csiNode: Shape<CSINode> = objectOf<CSINode>({
  metadata: plainMetadata,
  spec: objectOf<CSINode['spec']>({
    drivers: listOf(
      objectOf<Driver>({
        name: text,
        nodeID: rawText,
        topologyKeys: listOf(text),
        allocatable: fields({ count: number }),
      }),
    ),
  }),
});

export const csiDriver: Shape<CSIDriver> = objectOf<CSIDriver>({
  metadata: plainMetadata,
  spec: objectOf<NonNullable<CSIDriver['spec']>>({
    storageCapacity: boolean,
    preventPodSchedulingIfMissing: boolean,
  }),
});

export const csiStorageCapacity: Shape<CSIStorageCapacity> = objectOf<CSIStorageCapacity>({
  metadata: plainMetadata,
  storageClassName: text,
  nodeTopology: labelSelector,
  capacity: text,
  maximumVolumeSize: text,
});

export const volumeAttachment: Shape<VolumeAttachment> = objectOf<VolumeAttachment>({
  metadata: plainMetadata,
  spec: objectOf<VolumeAttachment['spec']>({
    attacher: text,
    nodeName: text,
    source: fields({ persistentVolumeName: rawText }),
  }),
  status: fields({ attached: boolean }),
});

import type { ObjectMeta } from '#api/kubernetes/metadata.ts';
import type { PersistentVolumeClaimSpec } from '#api/kubernetes/storage.ts';
import type { Volume } from '#api/kubernetes/volume.ts';
import type { FieldShapes, Shape } from '#kube/decode/shapes.ts';
import { boolean, fields, listOf, objectOf, text } from '#kube/decode/shapes.ts';
import { plainMetadata } from './metadata.ts';
import { claimSpec } from './storage.ts';

type Of<K extends keyof Volume> = NonNullable<Volume[K]>;
type Template = NonNullable<Of<'ephemeral'>['volumeClaimTemplate']>;

const template = objectOf<{ readonly metadata?: Partial<ObjectMeta>; readonly spec: PersistentVolumeClaimSpec }>({
  metadata: plainMetadata,
  spec: claimSpec,
} satisfies FieldShapes<Template>);

export const volume: Shape<Volume> = objectOf<Volume>({
  name: text,
  persistentVolumeClaim: objectOf<Of<'persistentVolumeClaim'>>({ claimName: text, readOnly: boolean }),
  ephemeral: objectOf<Of<'ephemeral'>>({ volumeClaimTemplate: template }),
  emptyDir: fields({ medium: text, sizeLimit: text } satisfies FieldShapes<Of<'emptyDir'>>),
  hostPath: objectOf<Of<'hostPath'>>({ path: text, type: text }),
  csi: objectOf<Of<'csi'>>({ driver: text }),
  image: fields({ reference: text } satisfies FieldShapes<Of<'image'>>),
  gcePersistentDisk: objectOf<Of<'gcePersistentDisk'>>({ pdName: text, readOnly: boolean }),
  awsElasticBlockStore: objectOf<Of<'awsElasticBlockStore'>>({ volumeID: text, readOnly: boolean }),
  azureDisk: objectOf<Of<'azureDisk'>>({ diskName: text, diskURI: text }),
  cinder: objectOf<Of<'cinder'>>({ volumeID: text }),
  portworxVolume: objectOf<Of<'portworxVolume'>>({ volumeID: text }),
  iscsi: objectOf<Of<'iscsi'>>({ iqn: text, readOnly: boolean }),
  rbd: objectOf<Of<'rbd'>>({ monitors: listOf(text), image: text, pool: text, readOnly: boolean }),
});

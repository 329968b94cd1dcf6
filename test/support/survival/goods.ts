import { Decoder } from '#kube/decode/decoder.ts';
import { protobufEncoding } from '#kube/decode/protobuf/protobuf-encoding.ts';
import { fields, rawText, type Shape, text } from '#kube/decode/shapes.ts';
import type { Identifiable } from '#kube/reflector/identity.ts';
import type { Target } from '#kube/reflector/target.ts';
import { expectOk, type KubeApi, type KubeObject } from '../kube-api.ts';
import { aContainer } from '../workloads.ts';

const shape: Shape<Identifiable> = fields({
  metadata: fields({ namespace: text, name: rawText, uid: rawText, resourceVersion: rawText }),
});

/** A kind of object that is followed, and how it is read. */
export interface Goods {
  readonly plural: string;
  readonly read: () => Pick<Target<Identifiable>, 'decoder' | 'protobuf'>;
  readonly make: (name: string) => KubeObject;
  /** What a namespace needs before one can be made. */
  readonly prepare: (api: KubeApi, namespace: string) => Promise<void>;
}

export const inMaps: Goods = {
  plural: 'configmaps',
  read: () => ({ decoder: new Decoder(shape) }),
  make: (name) => ({ metadata: { name }, data: { some: 'text' } }),
  prepare: async () => undefined,
};

export const podsInProtobuf: Goods = {
  plural: 'pods',
  read() {
    const decoder = new Decoder(shape);
    const protobuf = protobufEncoding(shape, 'k8s.io.api.core.v1.Pod', decoder.interner);
    if (protobuf === undefined) throw new Error('the shape cannot be read from protobuf');
    return { decoder, protobuf };
  },
  make: (name) => ({
    metadata: { name },
    spec: { containers: [aContainer()], automountServiceAccountToken: false, schedulerName: 'nobody' },
  }),
  async prepare(api, namespace) {
    const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
    const created = await api.create(accounts, { metadata: { name: 'default' } });
    if (created.status !== 409) expectOk(created); // a controller was first
  },
};

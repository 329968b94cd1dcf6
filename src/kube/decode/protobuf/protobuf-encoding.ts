import type { Encoding } from '../encoding.ts';
import type { Interner } from '../interner.ts';
import type { Shape } from '../shapes.ts';
import { ProtobufDecoder } from './protobuf-decoder.ts';
import { ProtobufList } from './protobuf-list.ts';
import { ProtobufWatch } from './protobuf-watch.ts';

/**
 * The protobuf of a built-in kind, by its message: `k8s.io.api.core.v1.Pod`. Undefined where only JSON can give what the
 * shape declares. JSON stays the reference: what is read is equal in both.
 */
export function protobufEncoding<T>(shape: Shape<T>, message: string, interner: Interner): Encoding<T> | undefined {
  const decoder = ProtobufDecoder.of(shape, message, interner);
  if (decoder === undefined) return undefined;
  return {
    mediaType: 'application/vnd.kubernetes.protobuf',
    list: (options) => new ProtobufList(decoder, options),
    watch: (options) => new ProtobufWatch(decoder, options),
  };
}

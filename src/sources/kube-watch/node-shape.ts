import { type FieldShapes, fields, listOf, rawText, type Shape, text } from '#kube/decode/shapes.ts';

/** Quantities as Kubernetes writes them. */
export interface WatchedSize {
  readonly cpu?: string;
  readonly memory?: string;
}

/** A node as it is watched; nothing in it is promised. */
export interface WatchedNode {
  readonly metadata?: {
    readonly name?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
    readonly creationTimestamp?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly status?: {
    readonly capacity?: WatchedSize;
    readonly allocatable?: WatchedSize;
    readonly conditions?: readonly { readonly type?: string; readonly status?: string }[];
    readonly addresses?: readonly { readonly address?: string }[];
  };
}

type Metadata = NonNullable<WatchedNode['metadata']>;
type Status = NonNullable<WatchedNode['status']>;

const size: Shape<WatchedSize> = fields({ cpu: text, memory: text });

/** What is kept of a node while it arrives; of its annotations only those of these keys. */
export function nodeShape(keys: readonly string[]): Shape<WatchedNode> {
  // a key that is absent is left out, so the map holds strings alone
  const { reading } = fields(Object.fromEntries(keys.map((key) => [key, rawText])));
  const metadata: FieldShapes<Metadata> = {
    name: rawText,
    uid: rawText,
    resourceVersion: rawText,
    creationTimestamp: rawText,
    annotations: { reading },
  };
  const status: FieldShapes<Status> = {
    capacity: size,
    allocatable: size,
    conditions: listOf(fields({ type: text, status: text })),
    addresses: listOf(fields({ address: rawText })),
  };
  return fields({ metadata: fields(metadata), status: fields(status) });
}

import { fields, type FieldShapes, listOf, rawText, type Shape, shared, text, textMap } from '#kube/decode/shapes.ts';

type Texts = Readonly<Record<string, string>>;

interface Owner {
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
}

interface Container {
  readonly name?: string;
  readonly resources?: { readonly requests?: Texts; readonly limits?: Texts };
}

/** What a scheduler wants of a pod, about twelve fields; the product has its own. */
export interface BenchPod {
  readonly metadata?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
    readonly labels?: Texts;
    readonly deletionTimestamp?: string;
    readonly ownerReferences?: readonly Owner[];
  };
  readonly spec?: {
    readonly nodeName?: string;
    readonly schedulerName?: string;
    readonly priorityClassName?: string;
    readonly containers?: readonly Container[];
  };
  readonly status?: { readonly phase?: string; readonly startTime?: string };
}

const owner = fields({ kind: text, name: text, uid: text } satisfies FieldShapes<Owner>);
const resources = shared(fields({ requests: textMap, limits: textMap }));
const container = fields({ name: text, resources } satisfies FieldShapes<Container>);

const metadata = fields({
  name: rawText,
  namespace: text,
  uid: rawText,
  resourceVersion: rawText,
  labels: textMap,
  deletionTimestamp: text,
  ownerReferences: shared(listOf(owner)),
} satisfies FieldShapes<NonNullable<BenchPod['metadata']>>);

const spec = fields({ nodeName: text, schedulerName: text, priorityClassName: text, containers: listOf(container) });

export const podShape: Shape<BenchPod> = fields({
  metadata,
  spec,
  status: fields({ phase: text, startTime: text }),
} satisfies FieldShapes<BenchPod>);

/** The same by hand from parsed JSON, strings interned, as careful code without a scanner would do it. */
export class PodProjector {
  readonly #texts: Map<string, string> = new Map();

  project(pod: BenchPod): unknown {
    const { metadata = {}, spec = {}, status = {} } = pod;
    return {
      metadata: {
        name: metadata.name,
        namespace: this.#text(metadata.namespace),
        uid: metadata.uid,
        resourceVersion: metadata.resourceVersion,
        labels: this.#map(metadata.labels),
        deletionTimestamp: metadata.deletionTimestamp,
        ownerReferences: metadata.ownerReferences?.map((owner) => ({
          kind: this.#text(owner.kind),
          name: this.#text(owner.name),
          uid: this.#text(owner.uid),
        })),
      },
      spec: {
        nodeName: this.#text(spec.nodeName),
        schedulerName: this.#text(spec.schedulerName),
        priorityClassName: this.#text(spec.priorityClassName),
        containers: spec.containers?.map((container) => ({
          name: this.#text(container.name),
          resources: {
            requests: this.#map(container.resources?.requests),
            limits: this.#map(container.resources?.limits),
          },
        })),
      },
      status: { phase: this.#text(status.phase), startTime: status.startTime },
    };
  }

  #text(value: string | undefined): string | undefined {
    if (value === undefined) return undefined;
    const known = this.#texts.get(value);
    if (known === undefined) this.#texts.set(value, value);
    return known ?? value;
  }

  #map(map: Texts | undefined): Texts | undefined {
    if (map === undefined) return undefined;
    return Object.fromEntries(Object.entries(map).map(([key, value]) => [this.#text(key)!, this.#text(value)!]));
  }
}

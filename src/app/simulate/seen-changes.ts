import type { KubernetesObject } from '#api/kubernetes/metadata.ts';
import type { ClusterObjects } from '#cluster/cluster-event.ts';
import type { HeardLook } from '#ports/recording.ts';
import { type BackdropKind, backdropKinds, keyOf } from '#simulation/world/objects/objects.ts';

/** Kinds of which it is replayed how their objects changed. */
const replayedKinds: readonly ReplayedKind[] = [
  'Node',
  'Deployment',
  'ReplicaSet',
  'StatefulSet',
  'PodDisruptionBudget',
  'Service',
  ...backdropKinds,
];

type ReplayedKind =
  | BackdropKind
  | 'Node'
  | 'Deployment'
  | 'ReplicaSet'
  | 'StatefulSet'
  | 'PodDisruptionBudget'
  | 'Service';

/** An object that was new or changed, or gone; `at`: when, as far as looks can tell, in milliseconds since the epoch. */
export type SeenChange = { readonly at: number } & (
  | {
      [Kind in ReplayedKind]: { readonly kind: 'applied'; readonly of: Kind; readonly object: ClusterObjects[Kind] };
    }[ReplayedKind]
  | { readonly kind: 'removed'; readonly of: ReplayedKind; readonly key: string }
);

/**
 * What changed between looks. Of an object that is new its birth is known; all else happened between two looks, and is
 * taken to have happened half-way.
 */
export class SeenChanges {
  readonly all: SeenChange[] = [];
  /** What of each object counts, as text, by kind and key. */
  readonly #known: Map<ReplayedKind, Map<string, string>> = new Map();
  #lastAt: number | undefined;

  take({ objects, readAt }: Pick<HeardLook, 'objects' | 'readAt'>): void {
    const halfWay = this.#lastAt === undefined ? readAt : (this.#lastAt + readAt) / 2;
    for (const of of replayedKinds) {
      const heard = objects[of];
      if (heard.kind === 'listed') this.#takeKind(of, heard.items, halfWay);
    }
    this.#lastAt = readAt;
  }

  #takeKind(of: ReplayedKind, items: readonly KubernetesObject[], halfWay: number): void {
    const before = this.#known.get(of) ?? new Map<string, string>();
    const now = new Map<string, string>();
    for (const object of items) {
      const key = keyOf(object.metadata);
      const text = textOf(of, object);
      now.set(key, text);
      const isNew = !before.has(key);
      if (before.get(key) === text) continue;
      const bornAt = isNew ? Date.parse(object.metadata.creationTimestamp ?? '') : Number.NaN;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a look lists each kind's objects under its name
      this.all.push({
        at: Number.isNaN(bornAt) ? halfWay : Math.min(bornAt, halfWay),
        kind: 'applied',
        of,
        object,
      } as SeenChange);
    }
    for (const key of before.keys()) if (!now.has(key)) this.all.push({ at: halfWay, kind: 'removed', of, key });
    this.#known.set(of, now);
  }
}

/** Kinds whose status is counted anew in a world. */
const counted: ReadonlySet<ReplayedKind> = new Set(['ReplicaSet', 'StatefulSet', 'PodDisruptionBudget']);

/** Without what changes at every write, and what people and programs note in the margin. */
function textOf(of: ReplayedKind, { metadata, ...object }: KubernetesObject & { readonly status?: unknown }): string {
  const { resourceVersion: _, generation: __, annotations: ___, ...who } = metadata;
  const { status, ...rest } = object;
  return JSON.stringify({ ...rest, metadata: who, ...(counted.has(of) ? {} : { status }) });
}

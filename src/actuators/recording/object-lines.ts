import type { ObjectMeta } from '#api/kubernetes/metadata.ts';
import type { ClusterKind } from '#cluster/cluster-event.ts';
import type { AppliedLine, HeardKind, HeardLook, RemovedLine, UnreadLine } from '#ports/recording.ts';

interface Named {
  readonly metadata: ObjectMeta;
}

/** Remembers which version of each object stands in a session, so that a look is written as what has changed. */
export class ObjectBook {
  readonly #versions: Map<ClusterKind, ReadonlyMap<string, string | undefined>> = new Map();
  readonly #prefix: string;

  /** `prefix` begins the keys of the annotations of nodes that load reads; no other is written. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  changes(objects: HeardLook['objects']): readonly (AppliedLine | RemovedLine | UnreadLine)[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a look has the kinds for its keys
    const kinds = Object.keys(objects) as ClusterKind[];
    return kinds.flatMap((of) => this.#changesOf(of, objects[of]));
  }

  #changesOf(of: ClusterKind, heard: HeardKind<Named>): readonly (AppliedLine | RemovedLine | UnreadLine)[] {
    const before = this.#versions.get(of) ?? new Map<string, string | undefined>();
    if (heard.kind !== 'listed') {
      this.#versions.delete(of);
      return [{ kind: 'unread', of, why: heard.kind, message: heard.fault.message }];
    }
    const now = new Map(heard.items.map(({ metadata: { uid, resourceVersion } }) => [uid, resourceVersion]));
    this.#versions.set(of, now);
    const isNew = ({ uid, resourceVersion }: ObjectMeta): boolean =>
      resourceVersion === undefined || before.get(uid) !== resourceVersion;
    return [
      ...[...before.keys()].filter((uid) => !now.has(uid)).map((uid): RemovedLine => ({ kind: 'removed', of, uid })),
      ...heard.items
        .filter(({ metadata }) => isNew(metadata))
        .map((object): AppliedLine => ({ kind: 'applied', of, object: of === 'Node' ? this.#bare(object) : object })),
    ];
  }

  #bare({ metadata: { annotations = {}, ...metadata }, ...rest }: Named): Named {
    const kept = Object.entries(annotations).filter(([key]) => key.startsWith(this.#prefix));
    return { ...rest, metadata: { ...metadata, annotations: Object.fromEntries(kept) } };
  }
}

import type { MarkOutcome, NodeMarker, NodeMarks } from '#ports/node-marker.ts';
import type { ApiWay } from './api-faults.ts';
import type { ObjectStore } from '#simulation/world/objects/object-store.ts';

/** Our marks on the world's nodes. `isOurs` tells our keys from others'. */
export class WorldNodeMarker implements NodeMarker {
  readonly #store: ObjectStore;
  readonly #way: ApiWay;
  readonly #isOurs: (key: string) => boolean;

  constructor(store: ObjectStore, way: ApiWay, isOurs: (key: string) => boolean) {
    this.#store = store;
    this.#way = way;
    this.#isOurs = isOurs;
  }

  mark(marks: NodeMarks, signal: AbortSignal): Promise<MarkOutcome> {
    return this.#way.ask(`marking node ${marks.node.name}`, () => this.#write(marks), signal);
  }

  #write({ node: { name, uid }, set }: NodeMarks): MarkOutcome {
    const node = this.#store.get('Node', name);
    if (node?.metadata.uid !== uid) return { kind: 'gone' };
    const others = Object.entries(node.metadata.annotations ?? {}).filter(([key]) => !this.#isOurs(key));
    const annotations = { ...Object.fromEntries(others), ...set };
    this.#store.put('Node', { ...node, metadata: { ...node.metadata, annotations } });
    return { kind: 'written' };
  }
}

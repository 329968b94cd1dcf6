import type { KubernetesObject, ObjectMeta } from '#api/kubernetes/metadata.ts';

/** `namespace/name`, or the name alone where a kind has no namespaces. */
export function keyOf({ namespace, name }: ObjectMeta): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** A shelf of whatever kind, to be written. */
export interface AnyShelf {
  put(object: KubernetesObject): void;
  take(object: KubernetesObject): void;
}

/** The objects of one kind as they last were, by key. */
export class ObjectShelf<Held extends { readonly metadata: ObjectMeta }> {
  readonly #objects = new Map<string, Held>();
  readonly #byNamespace = new Map<string, Map<string, Held>>();

  get(key: string): Held | undefined {
    return this.#objects.get(key);
  }

  all(): Iterable<Held> {
    return this.#objects.values();
  }

  /** Those of one namespace. */
  in(namespace: string): Iterable<Held> {
    return this.#byNamespace.get(namespace)?.values() ?? [];
  }

  put(object: Held): void {
    const key = keyOf(object.metadata);
    const { namespace = '' } = object.metadata;
    this.#objects.set(key, object);
    const neighbours = this.#byNamespace.get(namespace);
    if (neighbours === undefined) this.#byNamespace.set(namespace, new Map([[key, object]]));
    else neighbours.set(key, object);
  }

  take(object: KubernetesObject): void {
    const key = keyOf(object.metadata);
    const { namespace = '' } = object.metadata;
    this.#objects.delete(key);
    this.#byNamespace.get(namespace)?.delete(key);
  }
}

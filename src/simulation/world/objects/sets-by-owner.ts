import { keyOf, type ReplicaSet } from './objects.ts';

/** Keys of ReplicaSets by the uids of those that own them, in the order in which they came. */
export class SetsByOwner {
  readonly #keys: Map<string, Set<string>> = new Map();

  change(before: ReplicaSet | undefined, after: ReplicaSet | undefined): void {
    const [were, are] = [ownersOf(before), ownersOf(after)];
    const key = keyOf((after ?? before)!.metadata);
    for (const uid of were) if (!are.includes(uid)) this.#keys.get(uid)?.delete(key);
    for (const uid of are) {
      const keys = this.#keys.get(uid);
      if (keys === undefined) this.#keys.set(uid, new Set([key]));
      else keys.add(key);
    }
  }

  of(owner: string): Iterable<string> {
    return this.#keys.get(owner) ?? [];
  }
}

const ownersOf = (set: ReplicaSet | undefined): readonly string[] =>
  (set?.metadata.ownerReferences ?? []).map(({ uid }) => uid);

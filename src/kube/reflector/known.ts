import type { Identity, Versioned } from './identity.ts';

interface Entry {
  readonly uid: string;
  version: string;
  /** The last listing in which it was seen. */
  round: number;
}

/** What seeing an object means to those who were told of it before. */
export type Seen =
  | { readonly kind: 'added' | 'changed' | 'same' }
  /** The name was given again: the old bearer must be told gone first. */
  | { readonly kind: 'replaced'; readonly old: Identity };

/**
 * Which objects there are, at which version: all that is needed to tell exactly the difference after a relist. The
 * objects themselves are the consumer's; names and uids are its strings too, so an entry costs about 100 bytes.
 */
export class Known {
  readonly #namespaces: Map<string, Map<string, Entry>> = new Map();
  #round: number = 0;
  #size: number = 0;

  get size(): number {
    return this.#size;
  }

  see({ namespace, name, uid, version }: Versioned): Seen {
    const names = this.#namesOf(namespace);
    const entry = names.get(name);
    if (entry?.uid === uid) {
      entry.round = this.#round;
      if (entry.version === version) return { kind: 'same' };
      entry.version = version;
      return { kind: 'changed' };
    }
    names.set(name, { uid, version, round: this.#round });
    if (entry !== undefined) return { kind: 'replaced', old: { namespace, name, uid: entry.uid } };
    this.#size += 1;
    return { kind: 'added' };
  }

  /** False where this very object was not known: never told, or told gone already. */
  forget({ namespace, name, uid }: Identity): boolean {
    const names = this.#namespaces.get(namespace);
    if (names?.get(name)?.uid !== uid) return false;
    names.delete(name);
    if (names.size === 0) this.#namespaces.delete(namespace);
    this.#size -= 1;
    return true;
  }

  /** A listing begins: from here on `see` marks what is there. */
  beginRound(): void {
    this.#round += 1;
  }

  /** The listing is complete: forgets, and gives, what it did not hold. */
  endRound(): Identity[] {
    const gone: Identity[] = [];
    for (const [namespace, names] of this.#namespaces) {
      for (const [name, { uid, round }] of names) if (round !== this.#round) gone.push({ namespace, name, uid });
    }
    for (const identity of gone) this.forget(identity);
    return gone;
  }

  #namesOf(namespace: string): Map<string, Entry> {
    let names = this.#namespaces.get(namespace);
    if (names === undefined) this.#namespaces.set(namespace, (names = new Map()));
    return names;
  }
}

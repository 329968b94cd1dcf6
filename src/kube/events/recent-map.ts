/** A map that holds `capacity` entries: one more, and the one longest untouched falls out. */
export class RecentMap<Value> {
  readonly #capacity: number;
  readonly #entries: Map<string, Value> = new Map();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Touches it. */
  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  /** Returns what fell out. */
  set(key: string, value: Value): Value | undefined {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#capacity) return undefined;
    const [oldest, out] = this.#entries.entries().next().value!;
    this.#entries.delete(oldest);
    return out;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** The longest untouched first. Entries may be deleted meanwhile. */
  entries(): IterableIterator<[string, Value]> {
    return this.#entries.entries();
  }
}

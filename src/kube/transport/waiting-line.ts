interface Place<T> {
  readonly item: T;
  before: Place<T> | undefined;
  after: Place<T> | undefined;
}

/** First come, first served; whoever gives up leaves from wherever they stand. Every step is O(1). */
export class WaitingLine<T> {
  readonly #places: Map<T, Place<T>> = new Map();
  #head: Place<T> | undefined;
  #tail: Place<T> | undefined;

  get length(): number {
    return this.#places.size;
  }

  get first(): T | undefined {
    return this.#head?.item;
  }

  join(item: T): void {
    const place: Place<T> = { item, before: this.#tail, after: undefined };
    if (this.#tail === undefined) this.#head = place;
    else this.#tail.after = place;
    this.#tail = place;
    this.#places.set(item, place);
  }

  /** Whether it stood there. */
  leave(item: T): boolean {
    const place = this.#places.get(item);
    if (place === undefined) return false;
    if (place.before === undefined) this.#head = place.after;
    else place.before.after = place.after;
    if (place.after === undefined) this.#tail = place.before;
    else place.after.before = place.before;
    return this.#places.delete(item);
  }
}

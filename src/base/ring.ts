/** The last `capacity` values pushed, oldest first. Pushing one more lets the oldest fall out. */
export class Ring<T> implements Iterable<T> {
  readonly capacity: number;
  readonly #slots: T[] = [];
  /** Where the oldest value lies; stays 0 until the ring has filled once. */
  #oldest = 0;

  constructor(capacity: number) {
    if (!Number.isSafeInteger(capacity) || capacity < 1) {
      throw new RangeError(`a ring holds a whole number of values, at least 1, not ${capacity}`);
    }
    this.capacity = capacity;
  }

  get length(): number {
    return this.#slots.length;
  }

  push(value: T): void {
    if (this.#slots.length < this.capacity) {
      this.#slots.push(value);
      return;
    }
    this.#slots[this.#oldest] = value;
    this.#oldest = (this.#oldest + 1) % this.capacity;
  }

  /** The value `index` places after the oldest; negative counts back from the newest, as in `Array.at`. */
  at(index: number): T | undefined {
    const place = index < 0 ? index + this.length : index;
    if (place < 0 || place >= this.length) return undefined;
    return this.#slot(place);
  }

  /** The values from `index` on, oldest first, as an array of its own. */
  from(index: number): T[] {
    const values: T[] = [];
    for (let place = Math.max(0, index); place < this.length; place++) values.push(this.#slot(place));
    return values;
  }

  [Symbol.iterator](): IterableIterator<T> {
    return this.from(0).values();
  }

  #slot(place: number): T {
    return this.#slots[(this.#oldest + place) % this.capacity]!;
  }
}

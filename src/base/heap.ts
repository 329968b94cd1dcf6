/** Items of which the first by `before` is at hand. An item is in it once, and may change its place. */
export class Heap<T> {
  readonly #before: (a: T, b: T) => boolean;
  readonly #items: T[] = [];
  readonly #places: Map<T, number> = new Map();

  /** `before` says whether `a` comes ahead of `b`; of two of which neither does, either may come first. */
  constructor(before: (a: T, b: T) => boolean) {
    this.#before = before;
  }

  get size(): number {
    return this.#items.length;
  }

  has(item: T): boolean {
    return this.#places.has(item);
  }

  /** The first item; it stays. */
  peek(): T | undefined {
    return this.#items[0];
  }

  /** Adds an item, or finds the place of one whose order has changed. */
  set(item: T): void {
    this.#settle(item, this.#places.get(item) ?? this.#items.length);
  }

  /** Takes the first item out. */
  pop(): T | undefined {
    const first = this.#items[0];
    if (first !== undefined) this.delete(first);
    return first;
  }

  /** Takes an item out; false where it was not in. */
  delete(item: T): boolean {
    const place = this.#places.get(item);
    if (place === undefined) return false;
    this.#places.delete(item);
    const last = this.#items.pop()!;
    if (last !== item) this.#settle(last, place);
    return true;
  }

  #put(item: T, place: number): void {
    this.#items[place] = item;
    this.#places.set(item, place);
  }

  #settle(item: T, place: number): void {
    this.#put(item, this.#sink(item, this.#rise(item, place)));
  }

  /** Makes room for an item where it belongs among those above it; the place. */
  #rise(item: T, from: number): number {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >>> 1;
      if (!this.#before(item, this.#items[above]!)) break;
      this.#put(this.#items[above]!, place);
      place = above;
    }
    return place;
  }

  /** The same among those below it. */
  #sink(item: T, from: number): number {
    let place = from;
    for (;;) {
      const below = this.#firstBelow(place);
      if (below === undefined || !this.#before(this.#items[below]!, item)) return place;
      this.#put(this.#items[below]!, place);
      place = below;
    }
  }

  #firstBelow(place: number): number | undefined {
    const left = 2 * place + 1;
    if (left >= this.#items.length) return undefined;
    const right = left + 1;
    return right < this.#items.length && this.#before(this.#items[right]!, this.#items[left]!) ? right : left;
  }
}

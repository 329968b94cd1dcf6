import { movedInto } from './growing.ts';

/** Of a node that lacks the key. */
export const ABSENT = -1;

/** One label key across all nodes. Each value is a small number, so that a selector is a table over values and a domain is an index. */
export class LabelColumn {
  readonly key: string;
  /** Every value seen so far; its place is its number. */
  readonly values: string[] = [];
  readonly #numbers = new Map<string, number>();
  #valueOf: Int32Array;

  constructor(key: string, capacity: number) {
    this.key = key;
    this.#valueOf = new Int32Array(capacity).fill(ABSENT);
  }

  /** By row: the number of the node's value, or ABSENT. */
  get valueOf(): Int32Array {
    return this.#valueOf;
  }

  numberOf(value: string): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    this.#numbers.set(value, this.values.length);
    return this.values.push(value) - 1;
  }

  set(row: number, value: string | undefined): void {
    this.#valueOf[row] = value === undefined ? ABSENT : this.numberOf(value);
  }

  /** Forgets values that no node has any more: the others get new numbers, and whatever was counted by the old ones is void. */
  renumber(): void {
    const texts = Array.from(this.#valueOf, (value) => (value === ABSENT ? undefined : this.values[value]!));
    this.values.length = 0;
    this.#numbers.clear();
    for (const [row, text] of texts.entries()) this.set(row, text);
  }

  grow(capacity: number): void {
    this.#valueOf = movedInto(new Int32Array(capacity).fill(ABSENT), this.#valueOf);
  }
}

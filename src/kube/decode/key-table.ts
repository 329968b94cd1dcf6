import type { Cursor } from './bytes/cursor.ts';

/** The keys of one object shape, found by their bytes: no string is made for a key nobody asked for. */
export class KeyTable {
  readonly #names: ReadonlyMap<string, number>;
  readonly #spelt: Buffer;
  readonly #starts: Int32Array;
  /** Per length, the first key of that length, or -1. */
  readonly #firsts: Int32Array;
  /** Per key, the next one of the same length, or -1. */
  readonly #nexts: Int32Array;

  constructor(names: readonly string[]) {
    const spellings = names.map((name) => Buffer.from(name));
    this.#names = new Map(names.map((name, slot) => [name, slot]));
    this.#spelt = Buffer.concat(spellings);
    this.#starts = new Int32Array(names.length);
    this.#nexts = new Int32Array(names.length).fill(-1);
    this.#firsts = new Int32Array(Math.max(0, ...spellings.map((spelling) => spelling.length)) + 1).fill(-1);
    let start = 0;
    for (const [slot, { length }] of spellings.entries()) {
      this.#starts[slot] = start;
      start += length;
      this.#nexts[slot] = this.#firsts[length]!;
      this.#firsts[length] = slot;
    }
  }

  /** The slot of the key spelt by these bytes, or -1. */
  slotOf(cursor: Cursor, from: number, to: number): number {
    if (cursor.escaped) return this.#slotOfEscaped(cursor, from, to);
    const { bytes } = cursor;
    const length = to - from;
    if (length >= this.#firsts.length) return -1;
    for (let slot = this.#firsts[length]!; slot >= 0; slot = this.#nexts[slot]!) {
      const shift = this.#starts[slot]! - from;
      let at = from;
      while (at < to && this.#spelt[at + shift] === bytes[at]) at += 1;
      if (at === to) return slot;
    }
    return -1;
  }

  #slotOfEscaped(cursor: Cursor, from: number, to: number): number {
    return this.#names.get(unescaped(cursor.bytes.toString('utf8', from, to))) ?? -1;
  }
}

/** The string that is spelt, between quotes, with escapes. */
export function unescaped(spelt: string): string {
  return JSON.parse(`"${spelt}"`);
}

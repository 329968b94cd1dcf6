import { capacityOf, type Window, windowOf } from './window.ts';

/** Looked at before a free place is given up: keeps a flood of equal hashes harmless. */
const REACH = 16;
const FIRST_PLACES = 128;
const FIRST_BYTES = 4 * 1024;

/**
 * Values under byte strings, which are copied in. Grows to its limits, then refuses.
 * A hit is always a comparison of all bytes; the hash only says where to look.
 */
export class ByteTable<V> {
  size: number = 0;
  readonly #sizeLimit: number;
  readonly #byteLimit: number;
  #places: number = FIRST_PLACES;
  // per place: hash, start and length in the arena; a place is free when its value is undefined
  #index: Int32Array = new Int32Array(3 * FIRST_PLACES);
  #values: (V | undefined)[] = Array.from({ length: FIRST_PLACES });
  #arena: Window = windowOf(FIRST_BYTES);
  #arenaUsed: number = 0;

  constructor(sizeLimit: number, byteLimit: number) {
    this.#sizeLimit = sizeLimit;
    this.#byteLimit = byteLimit;
  }

  find(source: Window, from: number, to: number, hash: number): V | undefined {
    const index = this.#index;
    const mask = this.#places - 1;
    for (let step = 0; step < REACH; step += 1) {
      const place = (hash + step) & mask;
      const value = this.#values[place];
      if (value === undefined) return undefined;
      if (index[3 * place] === hash && index[3 * place + 2] === to - from) {
        if (sameBytes(this.#arena, index[3 * place + 1]!, source, from, to)) return value;
      }
    }
    return undefined;
  }

  /** Adds what `find` did not find. False when the table is full. */
  add(source: Window, from: number, to: number, hash: number, value: V): boolean {
    if (this.size >= this.#sizeLimit || this.#arenaUsed + to - from > this.#byteLimit) return false;
    if (2 * this.size >= this.#places) this.#spread();
    const place = this.#freePlace(hash);
    if (place < 0) return true; // too many of this hash: this one is not kept
    this.#index[3 * place] = hash;
    this.#index[3 * place + 1] = this.#keep(source.bytes, from, to);
    this.#index[3 * place + 2] = to - from;
    this.#values[place] = value;
    this.size += 1;
    return true;
  }

  #freePlace(hash: number): number {
    for (let step = 0; step < REACH; step += 1) {
      const place = (hash + step) & (this.#places - 1);
      if (this.#values[place] === undefined) return place;
    }
    return -1;
  }

  #keep(bytes: Buffer, from: number, to: number): number {
    const start = this.#arenaUsed;
    this.#arenaUsed += to - from;
    const capacity = capacityOf(this.#arena);
    if (this.#arenaUsed > capacity) {
      const wider = windowOf(Math.max(this.#arenaUsed, 2 * capacity));
      this.#arena.bytes.copy(wider.bytes, 0, 0, start);
      this.#arena = wider;
    }
    bytes.copy(this.#arena.bytes, start, from, to);
    return start;
  }

  /** Doubles the places. What finds no place within reach is dropped: it will be met and added again. */
  #spread(): void {
    const values = this.#values;
    const index = this.#index;
    this.#places *= 2;
    this.#index = new Int32Array(3 * this.#places);
    this.#values = Array.from({ length: this.#places });
    for (const [old, value] of values.entries()) {
      if (value === undefined) continue;
      const place = this.#freePlace(index[3 * old]!);
      if (place < 0) continue;
      this.#index.set(index.subarray(3 * old, 3 * old + 3), 3 * place);
      this.#values[place] = value;
    }
  }
}

function sameBytes(kept: Window, start: number, source: Window, from: number, to: number): boolean {
  const shift = start - from;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    if (kept.view.getInt32(at + shift, true) !== source.view.getInt32(at, true)) return false;
  }
  for (; at < to; at += 1) {
    if (kept.bytes[at + shift] !== source.bytes[at]) return false;
  }
  return true;
}

/** A hash of bytes, four at a step. Not secret: `REACH` bounds what crafted bytes can cost. */
export function hashOf(source: Window, from: number, to: number): number {
  const { bytes, view } = source;
  let hash = (to - from) | 0;
  let at = from;
  for (; at + 4 <= to; at += 4) hash = mix(hash ^ view.getInt32(at, true));
  for (; at < to; at += 1) hash = mix(hash ^ bytes[at]!);
  return hash ^ (hash >>> 15);
}

function mix(hash: number): number {
  const spread = Math.imul(hash, 0x9e3779b1);
  return spread ^ (spread >>> 15);
}

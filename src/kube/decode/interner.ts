import { ByteTable, hashOf } from './bytes/byte-table.ts';
import type { Window } from './bytes/window.ts';

export interface InternerOptions {
  /** Different values kept in one pool before it starts forgetting. */
  readonly sizeLimit: number;
  /** Bytes kept in one pool, to compare with, before it starts forgetting. */
  readonly byteLimit: number;
  /** Longer byte strings are not kept: they seldom repeat. */
  readonly longest: number;
}

export const internerDefaults: InternerOptions = { sizeLimit: 65_536, byteLimit: 4 * 1024 * 1024, longest: 2048 };

/** How often a value was known already, and how often it had to be made. */
export interface InternerCounts {
  readonly hits: number;
  readonly misses: number;
  readonly kept: number;
}

/**
 * Values by the bytes that spell them, bounded. Two generations: when the young one is full it becomes the old
 * one and the former old one is forgotten, so what is met again and again stays and the rest goes.
 */
export class Pool<V> {
  hits: number = 0;
  misses: number = 0;
  readonly #options: InternerOptions;
  #young: ByteTable<V>;
  #old: ByteTable<V> | undefined;

  constructor(options: InternerOptions) {
    this.#options = options;
    this.#young = this.#table();
  }

  get kept(): number {
    return this.#young.size + (this.#old?.size ?? 0);
  }

  /** The value spelt by these bytes, if it is known. */
  find(source: Window, from: number, to: number): V | undefined {
    const found = to - from > this.#options.longest ? undefined : this.#look(source, from, to);
    if (found === undefined) this.misses += 1;
    else this.hits += 1;
    return found;
  }

  /** Keeps what `find` did not find, and returns it. */
  keep(source: Window, from: number, to: number, value: V): V {
    if (to - from <= this.#options.longest) this.#add(source, from, to, hashOf(source, from, to), value);
    return value;
  }

  #look(source: Window, from: number, to: number): V | undefined {
    const hash = hashOf(source, from, to);
    const young = this.#young.find(source, from, to, hash);
    if (young !== undefined || this.#old === undefined) return young;
    const old = this.#old.find(source, from, to, hash);
    if (old !== undefined) this.#add(source, from, to, hash, old);
    return old;
  }

  #add(source: Window, from: number, to: number, hash: number, value: V): void {
    if (this.#young.add(source, from, to, hash, value)) return;
    this.#old = this.#young;
    this.#young = this.#table();
    this.#young.add(source, from, to, hash, value);
  }

  #table(): ByteTable<V> {
    return new ByteTable<V>(this.#options.sizeLimit / 2, this.#options.byteLimit / 2);
  }
}

/** What decoders keep once for all objects: strings, and for each shared shape its values. May serve many decoders. */
export class Interner {
  readonly texts: Pool<string>;
  readonly #options: InternerOptions;
  readonly #shared: Map<object, Pool<unknown>> = new Map();

  constructor(options: InternerOptions = internerDefaults) {
    this.#options = options;
    this.texts = new Pool(options);
  }

  /** The values of one shared shape: the same bytes mean another value under another shape. */
  poolOf(shape: object): Pool<unknown> {
    const known = this.#shared.get(shape);
    if (known !== undefined) return known;
    const pool = new Pool<unknown>(this.#options);
    this.#shared.set(shape, pool);
    return pool;
  }

  counts(): InternerCounts {
    const pools = [this.texts, ...this.#shared.values()];
    const sum = (count: (pool: Pool<unknown>) => number): number =>
      pools.reduce((total, pool) => total + count(pool), 0);
    return { hits: sum((pool) => pool.hits), misses: sum((pool) => pool.misses), kept: sum((pool) => pool.kept) };
  }
}

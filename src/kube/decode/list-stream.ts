import { compile, type Plan } from './compile.ts';
import type { Cursor } from './bytes/cursor.ts';
import type { Decoder } from './decoder.ts';
import { Incoming } from './incoming.ts';
import { readSlot } from './read.ts';
import { fields, nothing, number, rawText, text } from './shapes.ts';
import { type StreamOptions, streamDefaults } from './stream-options.ts';
import { CLOSE_LIST, CLOSE_OBJECT, COMMA, look, LOWER_N, OPEN_LIST, OPEN_OBJECT } from './bytes/tokens.ts';

/** What a list says of itself, before or after its items. */
export interface ListHead {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata?: {
    readonly resourceVersion?: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
}

const metadata = fields({ resourceVersion: rawText, continue: rawText, remainingItemCount: number });
const bodyShape = fields({ kind: text, apiVersion: text, metadata, items: nothing });

/** What is expected next in the body. */
type Place =
  | 'body'
  | 'first-key'
  | 'key'
  | 'value'
  | 'items'
  | 'first-item'
  | 'item'
  | 'after-item'
  | 'after-value'
  | 'nothing';

/**
 * The items of a LIST body, while it arrives. The body is never held whole.
 *
 * Push a chunk, then call `next` until it returns undefined. Each call does the work of one item, so the caller
 * bounds its own turn (say, by a look at the clock every few items) and lets the event loop run in between.
 * What is pushed meanwhile waits in memory: pause the socket.
 *
 *   body `{` first-key -> key -> value -> after-value `,` key ...  `}` nothing
 *                             -> items `[` first-item -> item -> after-item `,` item ... `]` after-value
 */
export class ListStream<T> {
  readonly #cursor: Cursor;
  readonly #itemPlan: Plan<T>;
  readonly #bodyPlan: Plan<unknown>;
  readonly #ignoredPlan: Plan<never>;
  readonly #incoming: Incoming;
  #place: Place = 'body';
  #slot: number = -1;
  #head: ListHead = {};

  constructor(decoder: Decoder<T>, options: StreamOptions = streamDefaults) {
    this.#cursor = decoder.cursor;
    this.#itemPlan = decoder.plan;
    this.#bodyPlan = compile(bodyShape, decoder.interner);
    this.#ignoredPlan = compile(nothing, decoder.interner);
    this.#incoming = new Incoming(decoder.cursor, options);
  }

  push(chunk: Uint8Array): void {
    this.#incoming.push(chunk);
  }

  /** The next item, if all its bytes have come. */
  next(): T | undefined {
    return this.#incoming.attempt(this.#toNextItem);
  }

  /** After the last chunk, and after `next` returned undefined: what the list says of itself. */
  finish(): ListHead {
    if (this.#place !== 'nothing') throw this.#incoming.cutShort();
    return this.#head;
  }

  readonly #toNextItem = (): T | undefined => {
    for (;;) {
      const byte = look(this.#cursor);
      this.#incoming.commit();
      if (this.#cursor.at >= this.#cursor.end) return undefined;
      const item = this.#step(byte);
      this.#incoming.commit();
      if (item !== undefined) return item;
    }
  };

  /** One token or one value of the body. */
  #step(byte: number): T | undefined {
    switch (this.#place) {
      case 'body':
        return this.#pass(byte === OPEN_OBJECT, 'first-key', "'{'");
      case 'first-key':
        return byte === CLOSE_OBJECT ? this.#pass(true, 'nothing') : this.#key();
      case 'key':
        return this.#key();
      case 'value':
        return this.#value();
      case 'items':
        // an empty list may be written null
        return byte === LOWER_N ? this.#value() : this.#pass(byte === OPEN_LIST, 'first-item', "'['");
      case 'first-item':
        return byte === CLOSE_LIST ? this.#pass(true, 'after-value') : this.#item();
      case 'item':
        return this.#item();
      case 'after-item':
        return byte === COMMA ? this.#pass(true, 'item') : this.#pass(byte === CLOSE_LIST, 'after-value', "',' or ']'");
      case 'after-value':
        return byte === COMMA ? this.#pass(true, 'key') : this.#pass(byte === CLOSE_OBJECT, 'nothing', "',' or '}'");
      case 'nothing':
      default:
        throw this.#cursor.broken(this.#cursor.at, 'the end');
    }
  }

  #pass(isThere: boolean, then: Place, wanted: string = ''): undefined {
    if (!isThere) throw this.#cursor.broken(this.#cursor.at, wanted);
    this.#cursor.at += 1;
    this.#place = then;
  }

  #key(): undefined {
    this.#slot = readSlot(this.#cursor, this.#bodyPlan.keys);
    this.#place = this.#bodyPlan.names[this.#slot] === 'items' ? 'items' : 'value';
  }

  #value(): undefined {
    const name = this.#bodyPlan.names[this.#slot];
    const value = this.#incoming.value(this.#bodyPlan.parts[this.#slot] ?? this.#ignoredPlan);
    if (name !== undefined && value !== undefined) this.#head = { ...this.#head, [name]: value };
    this.#place = 'after-value';
  }

  #item(): T {
    const start = this.#cursor.at;
    const item = this.#incoming.value(this.#itemPlan);
    if (item === undefined) throw this.#cursor.broken(start, 'an item', 'unexpected');
    this.#place = 'after-item';
    return item;
  }
}

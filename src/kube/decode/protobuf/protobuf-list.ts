import type { Cursor } from '#kube/decode/bytes/cursor.ts';
import { DecodeFault, type Flaw } from '#kube/decode/bytes/decode-fault.ts';
import type { ListHead } from '../list-stream.ts';
import { PendingBytes } from '#kube/decode/bytes/pending-bytes.ts';
import { fields, number, rawText } from '../shapes.ts';
import { type StreamOptions, streamDefaults } from '../stream-options.ts';
import { MAGIC_LENGTH, planFor, RAW } from './envelope.ts';
import type { ProtobufDecoder } from './protobuf-decoder.ts';
import { skipField } from './read-leaf.ts';
import { readMessage } from './read-message.ts';
import { readEnd, readVarint } from './wire.ts';
import { LENGTH, type WirePlan } from './wire-plan.ts';

const headShape = fields({ resourceVersion: rawText, continue: rawText, remainingItemCount: number });

/** Every kind's list has these, by their tags. */
const METADATA = 1 * 8 + LENGTH;
const ITEM = 2 * 8 + LENGTH;

/** What is expected next in the body. */
type Place = 'magic' | 'envelope' | 'list';

/**
 * The items of a LIST body, while it arrives. The body is never held whole: at most one record of it is.
 *
 * Push a chunk, then call `next` until it returns undefined. Each call does the work of one item, and only once it is
 * there whole, so no byte is looked at twice. What is pushed meanwhile waits in memory: pause the socket.
 *
 *   magic -> envelope: typeMeta ... raw -> list: metadata, item, item ... (its length is up) -> envelope ...
 */
export class ProtobufList<T> {
  readonly #decoder: ProtobufDecoder<T>;
  readonly #cursor: Cursor;
  readonly #headPlan: WirePlan<NonNullable<ListHead['metadata']>>;
  readonly #options: StreamOptions;
  readonly #pending: PendingBytes = new PendingBytes();
  #place: Place = 'magic';
  /** Where in the stream the list ends; undefined before it begins. */
  #listEnd: number | undefined;
  #head: NonNullable<ListHead['metadata']> = {};

  constructor(decoder: ProtobufDecoder<T>, options: StreamOptions = streamDefaults) {
    this.#decoder = decoder;
    this.#cursor = decoder.cursor;
    this.#headPlan = planFor(headShape, 'k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta', decoder.interner);
    this.#options = options;
  }

  push(chunk: Uint8Array): void {
    this.#pending.append(chunk);
  }

  /** The next item, if all its bytes have come. */
  next(): T | undefined {
    const pending = this.#pending;
    const cursor = this.#cursor;
    try {
      for (;;) {
        cursor.aim(pending.window, pending.start, pending.end);
        const item = this.#place === 'magic' ? this.#magic() : this.#record();
        if (cursor.at === pending.start) return undefined;
        pending.start = cursor.at;
        if (pending.base + pending.start === this.#listEnd) this.#place = 'envelope';
        if (item !== undefined) return item;
      }
    } catch (thrown) {
      throw cursor.faultOf(thrown, this.#options.reading, pending.base);
    }
  }

  /** After the last chunk, and after `next` returned undefined: what the list says of itself. */
  finish(): ListHead {
    const isWhole = this.#place === 'envelope' && this.#listEnd !== undefined && this.#pending.length === 0;
    if (!isWhole) throw this.#fault('cut-short', this.#pending.end, 'it ends in the middle');
    return { ...this.#decoder.envelope.typeMeta, metadata: this.#head };
  }

  #magic(): undefined {
    if (this.#pending.length < MAGIC_LENGTH) return;
    this.#decoder.envelope.passMagic();
    this.#place = 'envelope';
  }

  /** Reads the record at the cursor, if it is there whole; else the cursor stays. */
  #record(): T | undefined {
    const cursor = this.#cursor;
    const from = cursor.at;
    if (from === cursor.end) return undefined;
    const tag = readVarint(cursor);
    const valueAt = cursor.at;
    if (valueAt > cursor.end) return this.#await(from);
    if (tag === RAW && this.#place === 'envelope') return this.#beginList(from);
    const to = this.#place === 'list' ? this.#listEnd! - this.#pending.base : Infinity;
    skipField(cursor, tag, to);
    const end = cursor.at;
    if (end - from > this.#options.longestBytes) {
      throw this.#fault('too-large', from, `a value of over ${this.#options.longestBytes} bytes`);
    }
    if (end > cursor.end) return this.#await(from);
    cursor.at = valueAt;
    return this.#value(tag, end);
  }

  #await(from: number): undefined {
    this.#cursor.at = from;
  }

  #beginList(from: number): undefined {
    const cursor = this.#cursor;
    if (this.#listEnd !== undefined) throw cursor.broken(from, 'the end', 'unexpected');
    const length = readVarint(cursor);
    if (cursor.at > cursor.end) return this.#await(from);
    this.#decoder.envelope.expect(`${this.#decoder.kind}List`, from);
    this.#listEnd = this.#pending.base + cursor.at + length;
    this.#place = 'list';
  }

  #value(tag: number, to: number): T | undefined {
    const cursor = this.#cursor;
    if (this.#place === 'envelope') return this.#decoder.envelope.field(tag, to);
    if (tag === ITEM) return readMessage(cursor, this.#decoder.plan, readEnd(cursor, to));
    if (tag === METADATA) this.#head = readMessage(cursor, this.#headPlan, readEnd(cursor, to));
    else cursor.at = to;
  }

  #fault(flaw: Flaw, at: number, found: string): DecodeFault {
    const offset = this.#pending.base + at;
    return new DecodeFault(flaw, offset, `reading ${this.#options.reading}: ${found} at byte ${offset}`);
  }
}

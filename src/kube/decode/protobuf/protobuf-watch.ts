import { DecodeFault, type Flaw } from '#kube/decode/bytes/decode-fault.ts';
import { KeyTable } from '../key-table.ts';
import { PendingBytes } from '#kube/decode/bytes/pending-bytes.ts';
import { fields, number, type Projected, rawText, text } from '../shapes.ts';
import { type StreamOptions, streamDefaults } from '../stream-options.ts';
import type { WatchEvent, WatchEventType, WatchStatus } from '../watch-event.ts';
import { planFor } from './envelope.ts';
import type { ProtobufDecoder } from './protobuf-decoder.ts';
import { skipField } from './read-leaf.ts';
import { readEnd, readVarint } from './wire.ts';
import { LENGTH, type WirePlan } from './wire-plan.ts';

const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';
const TYPES: readonly WatchEventType[] = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'];
const typeKeys = new KeyTable(TYPES);

const bookmarkShape = fields({
  metadata: fields({ resourceVersion: rawText, annotations: fields({ [INITIAL_EVENTS_END]: text }) }),
});
const statusShape = fields({
  code: number,
  reason: text,
  message: rawText,
  details: fields({ retryAfterSeconds: number }),
});

/** meta/v1 WatchEvent, by its tags, and the RawExtension that holds its object. */
const TYPE = 1 * 8 + LENGTH;
const OBJECT = 2 * 8 + LENGTH;
const RAW = 1 * 8 + LENGTH;

/** Before each event, its length. */
const PREFIX = 4;

/**
 * The events of a watch, while it arrives: before each its length, four bytes, the greatest first.
 *
 * Push a chunk, then call `next` until it returns undefined. Each call does the work of one event, and only once it is
 * there whole, so no byte is looked at twice. What is pushed meanwhile waits in memory: pause the socket.
 */
export class ProtobufWatch<T> {
  readonly #decoder: ProtobufDecoder<T>;
  readonly #bookmarkPlan: WirePlan<Projected<typeof bookmarkShape>>;
  readonly #statusPlan: WirePlan<WatchStatus>;
  readonly #options: StreamOptions;
  readonly #pending: PendingBytes = new PendingBytes();
  /** Where the object of the event being read lies; before it, -1. */
  #objectAt: number = -1;
  #objectEnd: number = -1;

  constructor(decoder: ProtobufDecoder<T>, options: StreamOptions = streamDefaults) {
    const { interner, message } = decoder;
    this.#decoder = decoder;
    this.#bookmarkPlan = planFor(bookmarkShape, message, interner);
    this.#statusPlan = planFor(statusShape, 'k8s.io.apimachinery.pkg.apis.meta.v1.Status', interner);
    this.#options = options;
  }

  push(chunk: Uint8Array): void {
    this.#pending.append(chunk);
  }

  /** The next event, if all of it has come. */
  next(): WatchEvent<T> | undefined {
    const { window, start, end, length } = this.#pending;
    if (length < PREFIX) return undefined;
    const frameLength = window.bytes.readUInt32BE(start);
    if (frameLength > this.#options.longestBytes) {
      throw this.#fault('too-large', start, `an event of ${frameLength} bytes`);
    }
    const frameEnd = start + PREFIX + frameLength;
    if (frameEnd > end) return undefined;
    const { cursor } = this.#decoder;
    cursor.aim(window, start + PREFIX, frameEnd);
    try {
      const event = this.#event(frameEnd);
      this.#pending.start = frameEnd;
      return event;
    } catch (thrown) {
      throw cursor.faultOf(thrown, this.#options.reading, this.#pending.base);
    }
  }

  /** After the last chunk, and after `next` returned undefined: throws if an event was left unfinished. */
  finish(): void {
    if (this.#pending.length > 0) throw this.#fault('cut-short', this.#pending.end, 'it ends within an event');
  }

  #event(to: number): WatchEvent<T> {
    const { cursor } = this.#decoder;
    const start = cursor.at;
    let type: WatchEventType | undefined;
    this.#objectAt = -1;
    while (cursor.at < to) {
      const tag = readVarint(cursor);
      if (tag === TYPE) type = this.#type(to);
      else if (tag === OBJECT) this.#extension(readEnd(cursor, to));
      else skipField(cursor, tag, to);
    }
    if (cursor.at !== to) throw cursor.broken(to, 'the end of an event', 'unexpected');
    if (type === undefined || this.#objectAt < 0) throw cursor.broken(start, 'a type and an object', 'unexpected');
    cursor.at = this.#objectAt;
    return this.#object(type, this.#objectEnd);
  }

  #type(to: number): WatchEventType {
    const { cursor } = this.#decoder;
    const end = readEnd(cursor, to);
    const from = cursor.at;
    const type = TYPES[typeKeys.slotOf(cursor, from, end)];
    if (type === undefined) throw cursor.broken(from, TYPES.join(', '), 'unexpected');
    cursor.at = end;
    return type;
  }

  #extension(to: number): void {
    const { cursor } = this.#decoder;
    while (cursor.at < to) {
      const tag = readVarint(cursor);
      if (tag === RAW) {
        this.#objectEnd = readEnd(cursor, to);
        this.#objectAt = cursor.at;
        cursor.at = this.#objectEnd;
      } else skipField(cursor, tag, to);
    }
    if (cursor.at !== to) throw cursor.broken(to, 'the end of an object', 'unexpected');
  }

  #object(type: WatchEventType, to: number): WatchEvent<T> {
    if (type === 'BOOKMARK') return this.#bookmark(to);
    if (type !== 'ERROR') return { type, object: this.#decoder.object(to) };
    return { type, status: this.#decoder.enveloped(this.#statusPlan, 'Status', to) };
  }

  #bookmark(to: number): WatchEvent<T> {
    const { cursor, kind } = this.#decoder;
    const start = cursor.at;
    const { metadata } = this.#decoder.enveloped(this.#bookmarkPlan, kind, to);
    const resourceVersion = metadata?.resourceVersion;
    if (resourceVersion === undefined) throw cursor.broken(start, 'an object with a version', 'unexpected');
    const initialEventsEnd = metadata?.annotations?.[INITIAL_EVENTS_END] === 'true';
    return { type: 'BOOKMARK', resourceVersion, initialEventsEnd };
  }

  #fault(flaw: Flaw, at: number, found: string): DecodeFault {
    const offset = this.#pending.base + at;
    return new DecodeFault(flaw, offset, `reading ${this.#options.reading}: ${found} at byte ${offset}`);
  }
}

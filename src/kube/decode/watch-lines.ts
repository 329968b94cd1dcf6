import type { Cursor } from './bytes/cursor.ts';
import { DecodeFault, type Flaw } from './bytes/decode-fault.ts';
import type { Decoder } from './decoder.ts';
import { PendingBytes } from './bytes/pending-bytes.ts';
import { WatchEventReader } from './read-watch-event.ts';
import { type StreamOptions, streamDefaults } from './stream-options.ts';
import { look } from './bytes/tokens.ts';
import type { WatchEvent } from './watch-event.ts';

const NEWLINE = 0x0a;

/**
 * The events of a watch, while it arrives: one JSON object a line.
 *
 * Push a chunk, then call `next` until it returns undefined. Each call does the work of one line, so the caller
 * bounds its own turn and lets the event loop run in between. What is pushed meanwhile waits in memory: pause the
 * socket.
 */
export class WatchLines<T> {
  readonly #cursor: Cursor;
  readonly #events: WatchEventReader<T>;
  readonly #options: StreamOptions;
  readonly #pending: PendingBytes = new PendingBytes();
  /** So many bytes of the unfinished line were searched for its end. */
  #searched: number = 0;

  constructor(decoder: Decoder<T>, options: StreamOptions = streamDefaults) {
    this.#cursor = decoder.cursor;
    this.#events = new WatchEventReader(decoder);
    this.#options = options;
  }

  push(chunk: Uint8Array): void {
    this.#pending.append(chunk);
  }

  /** The next event, if its whole line has come. */
  next(): WatchEvent<T> | undefined {
    for (;;) {
      const { window, start } = this.#pending;
      const lineEnd = this.#lineEnd();
      if (lineEnd < 0) return undefined;
      this.#cursor.aim(window, start, lineEnd);
      try {
        look(this.#cursor);
        const isBlank = this.#cursor.at >= lineEnd;
        const event = isBlank ? undefined : this.#events.read();
        this.#pending.start = lineEnd + 1;
        this.#searched = 0;
        if (event !== undefined) return event;
      } catch (thrown) {
        throw this.#cursor.faultOf(thrown, this.#options.reading, this.#pending.base);
      }
    }
  }

  /** After the last chunk, and after `next` returned undefined: throws if a line was left unfinished. */
  finish(): void {
    if (this.#pending.length > 0) throw this.#fault('cut-short', this.#pending.end, 'it ends within a line');
  }

  /** Where the first pending line ends, or -1. */
  #lineEnd(): number {
    const { window, start, end } = this.#pending;
    const found = window.bytes.subarray(0, end).indexOf(NEWLINE, start + this.#searched);
    const lineEnd = found < 0 ? end : found;
    this.#searched = lineEnd - start;
    if (this.#searched > this.#options.longestBytes) {
      throw this.#fault('too-large', start, `a line of over ${this.#options.longestBytes} bytes`);
    }
    return found;
  }

  #fault(flaw: Flaw, at: number, found: string): DecodeFault {
    const offset = this.#pending.base + at;
    return new DecodeFault(flaw, offset, `reading ${this.#options.reading}: ${found} at byte ${offset}`);
  }
}

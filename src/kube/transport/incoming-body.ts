/** What reads from the connection, so that it can be held back. */
export interface Tap {
  pause(): void;
  resume(): void;
  abort(): void;
}

// enough to decode while the next bytes travel; a TLS record is 16 KiB
const holdBackAtBytes = 256 * 1024;

const nothing: Buffer = Buffer.alloc(0);

/**
 * A body on its way in, for one reader. What comes is copied and waits here only up to a bound: then the connection is not
 * read, and the server has to wait. The reader is given all that waits as one chunk, in memory that is used again: it is
 * good until the next is asked for. Leaving the loop early ends the connection, as the rest of the body would be in the way.
 */
export class IncomingBody implements AsyncIterableIterator<Uint8Array> {
  readonly #tap: Tap;
  #waiting: Buffer = nothing;
  #bytes: number = 0;
  /** What the reader was given; it waits to be filled again. */
  #given: Buffer = nothing;
  #isHeldBack: boolean = false;
  #end: { readonly fault: unknown } | 'whole' | undefined;
  #reader: (() => void) | undefined;

  constructor(tap: Tap) {
    this.#tap = tap;
  }

  /** The memory of the chunk stays the caller's. */
  push(chunk: Uint8Array): void {
    const bytes = this.#bytes + chunk.length;
    if (bytes > this.#waiting.length) this.#widen(bytes);
    this.#waiting.set(chunk, this.#bytes);
    this.#bytes = bytes;
    if (bytes >= holdBackAtBytes && !this.#isHeldBack) {
      this.#isHeldBack = true;
      this.#tap.pause();
    }
    this.#reader?.();
  }

  /** All of it has come. */
  finish(): void {
    this.#end ??= 'whole';
    this.#reader?.();
  }

  /** No more will come. The reader hears of it after what did come: the lines of a watch are good one by one. */
  fail(fault: unknown): void {
    this.#end ??= { fault };
    this.#reader?.();
  }

  /** Nobody wants it any more: the reader hears so at once. */
  drop(fault: unknown): void {
    const isComing = this.#end === undefined;
    this.#end = { fault };
    this.#forget();
    if (isComing) this.#tap.abort();
    this.#reader?.();
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (this.#bytes === 0 && this.#end === undefined) await this.#more();
    if (this.#bytes > 0) return { done: false, value: this.#take() };
    if (typeof this.#end === 'object') throw this.#end.fault;
    return { done: true, value: undefined };
  }

  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#end === undefined) {
      this.#end = 'whole';
      this.#tap.abort();
    }
    this.#forget();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #take(): Uint8Array {
    const taken = this.#waiting;
    const bytes = this.#bytes;
    this.#waiting = this.#given;
    this.#given = taken;
    this.#bytes = 0;
    if (this.#isHeldBack) {
      this.#isHeldBack = false;
      this.#tap.resume();
    }
    return taken.subarray(0, bytes);
  }

  #widen(needed: number): void {
    const wider = Buffer.allocUnsafe(Math.max(needed, 2 * this.#waiting.length));
    this.#waiting.copy(wider, 0, 0, this.#bytes);
    this.#waiting = wider;
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#reader = () => {
        this.#reader = undefined;
        resolve();
      };
    });
  }

  #forget(): void {
    this.#bytes = 0;
  }
}

/** What reads from the connection, so that it can be held back. */
export interface Tap {
  pause(): void;
  resume(): void;
  abort(): void;
}

// enough to decode while the next chunks travel; a TLS record is 16 KiB
const holdBackAtBytes = 256 * 1024;
// each stop makes undici copy what it has read but not parsed: a stop a chunk would be quadratic in small chunks
const goOnAtBytes = 64 * 1024;

/**
 * A body on its way in, for one reader. Chunks wait here only up to a bound: then the connection is not read, and the
 * server has to wait. Leaving the loop early ends the connection, as the rest of the body would be in the way.
 */
export class IncomingBody implements AsyncIterableIterator<Uint8Array> {
  readonly #tap: Tap;
  readonly #chunks: Uint8Array[] = [];
  #bytes: number = 0;
  #isHeldBack: boolean = false;
  #end: { readonly fault: unknown } | 'whole' | undefined;
  #reader: (() => void) | undefined;

  constructor(tap: Tap) {
    this.#tap = tap;
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes >= holdBackAtBytes && !this.#isHeldBack) {
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
    while (this.#chunks.length === 0 && this.#end === undefined) await this.#more();
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) return { done: false, value: this.#taken(chunk) };
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

  #taken(chunk: Uint8Array): Uint8Array {
    this.#bytes -= chunk.length;
    if (this.#isHeldBack && this.#bytes <= goOnAtBytes) {
      this.#isHeldBack = false;
      this.#tap.resume();
    }
    return chunk;
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
    this.#chunks.length = 0;
    this.#bytes = 0;
  }
}

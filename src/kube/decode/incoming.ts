import type { Plan } from './compile.ts';
import type { Cursor } from './bytes/cursor.ts';
import { DecodeFault } from './bytes/decode-fault.ts';
import { PendingBytes } from './bytes/pending-bytes.ts';
import { read } from './read.ts';
import type { StreamOptions } from './stream-options.ts';
import { CLOSE_LIST, CLOSE_OBJECT, QUOTE } from './bytes/tokens.ts';
import { ValueEnd } from './bytes/value-end.ts';

/**
 * A document that comes in chunks, read value by value.
 *
 * A value is tried at once if there are as many bytes as the last one had: most lie whole within a chunk. One that
 * does not is next tried when its brackets are closed, so a byte is looked at three times at most, however small
 * the chunks.
 */
export class Incoming {
  readonly #cursor: Cursor;
  readonly #options: StreamOptions;
  readonly #pending: PendingBytes = new PendingBytes();
  readonly #valueEnd: ValueEnd = new ValueEnd();
  #awaitsEnd: boolean = false;
  #lastLength: number = 0;

  constructor(cursor: Cursor, options: StreamOptions) {
    this.#cursor = cursor;
    this.#options = options;
  }

  push(chunk: Uint8Array): void {
    this.#pending.append(chunk);
  }

  /** What the step yields, or undefined, and nothing passed since the last `commit`, if it ran out of bytes. */
  attempt<R>(step: () => R | undefined): R | undefined {
    const cursor = this.#cursor;
    cursor.aim(this.#pending.window, this.#pending.start, this.#pending.end);
    try {
      return step();
    } catch (thrown) {
      if (!cursor.ranOut(thrown)) throw cursor.faultOf(thrown, this.#options.reading, this.#pending.base);
      if (this.#pending.length > this.#options.longestBytes) throw this.#tooLarge();
      return undefined;
    }
  }

  /** What the cursor has passed will not be read again. */
  commit(): void {
    this.#pending.start = this.#cursor.at;
  }

  /** The value at the cursor, which must not be white space. Undefined when null or of another type. */
  value<T>(plan: Plan<T>): T | undefined {
    const cursor = this.#cursor;
    const { at: start, mismatches } = cursor;
    if (!this.#awaitsEnd && cursor.end - start < this.#lastLength) this.#awaitEnd();
    if (this.#awaitsEnd && !this.#valueEnd.reached(cursor, start, cursor.end)) {
      throw cursor.broken(cursor.end, 'the rest of a value');
    }
    try {
      const value = read(cursor, plan);
      this.#checkEnd(start);
      this.#awaitsEnd = false;
      this.#lastLength = cursor.at - start;
      return value;
    } catch (thrown) {
      if (!cursor.ranOut(thrown)) throw thrown;
      // closed brackets and yet not whole: more bytes would not help
      if (this.#awaitsEnd) throw cursor.faultOf(thrown, this.#options.reading, this.#pending.base);
      this.#awaitEnd();
      cursor.mismatches = mismatches;
      throw thrown;
    }
  }

  /** The fault of a stream that ended here. */
  cutShort(): DecodeFault {
    const offset = this.#pending.base + this.#pending.end;
    return new DecodeFault(
      'cut-short',
      offset,
      `reading ${this.#options.reading}: it ends in the middle, at byte ${offset}`,
    );
  }

  #awaitEnd(): void {
    this.#awaitsEnd = true;
    this.#valueEnd.reset();
  }

  #checkEnd(start: number): void {
    const { at, bytes, end } = this.#cursor;
    const last = bytes[at - 1];
    const closed = last === CLOSE_OBJECT || last === CLOSE_LIST || last === QUOTE;
    if (at > end || (at === end && !closed)) throw this.#cursor.broken(end, 'the rest of a value'); // a number may go on
    if (at - start > this.#options.longestBytes) throw this.#tooLarge();
  }

  #tooLarge(): DecodeFault {
    const offset = this.#pending.base + this.#pending.start;
    const limit = this.#options.longestBytes;
    return new DecodeFault(
      'too-large',
      offset,
      `reading ${this.#options.reading}: a value of over ${limit} bytes at byte ${offset}`,
    );
  }
}

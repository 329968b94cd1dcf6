import { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE, SPACE } from './tokens.ts';

/**
 * Finds where a JSON value ends while its bytes are still coming; looks at each byte once.
 * It counts brackets and checks nothing: whoever reads the value does that.
 */
export class ValueEnd {
  /** How many bytes of the value were seen. */
  seen: number = 0;
  #depth: number = 0;
  #quoted: boolean = false;
  #escaping: boolean = false;

  reset(): void {
    this.seen = 0;
    this.#depth = 0;
    this.#quoted = false;
    this.#escaping = false;
  }

  /** Whether the value that begins at `start` is whole within the bytes up to `end`. */
  reached(bytes: Buffer, start: number, end: number): boolean {
    let at = start + this.seen;
    let whole = false;
    while (at < end && !whole) {
      if (this.#quoted) {
        at = this.#throughString(bytes, at, end);
        whole = !this.#quoted && this.#depth === 0;
        continue;
      }
      const byte = bytes[at]!;
      if (this.#depth === 0 && (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST || byte <= SPACE)) {
        whole = true; // a number or word ends before what follows it
        break;
      }
      at += 1;
      if (byte === QUOTE) this.#quoted = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth += 1;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) whole = (this.#depth -= 1) === 0;
    }
    this.seen = at - start;
    return whole;
  }

  #throughString(bytes: Buffer, from: number, end: number): number {
    let at = from;
    while (at < end) {
      const byte = bytes[at]!;
      at += 1;
      if (this.#escaping) this.#escaping = false;
      else if (byte === BACKSLASH) this.#escaping = true;
      else if (byte === QUOTE) {
        this.#quoted = false;
        return at;
      }
    }
    return at;
  }
}

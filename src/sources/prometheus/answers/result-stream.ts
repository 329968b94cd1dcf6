import { prometheusFault } from '#sources/prometheus/http/faults.ts';
import { resultBegin } from './result-begin.ts';

/** What stands around a result is short; a page that is no answer must not fill the memory. */
const LONGEST_FRAME_BYTES = 4 * 1024 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Cuts an answer of the query API while it comes in:
 *
 *     {"status":"success","data":{"resultType":"vector","result":[ element , element , … ]},"warnings":[…]}
 *     └────────────────────────── frame ─────────────────────────┘└─ as they come ─┘└─────── frame ───────┘
 *
 * so that no text as long as the answer is ever held, and the loop is never held up by one parse of all of it.
 */
export class ResultStream {
  readonly #doing: string;
  #part: 'before' | 'within' | 'after' = 'before';
  /** The frame as far as it came: what stands before the elements, then also what stands after them. */
  #frame: Buffer = Buffer.alloc(0);
  /** The pieces of an element whose end has not come yet. */
  readonly #begun: Buffer[] = [];
  #depth: number = 0;
  #isInString: boolean = false;
  #isEscaped: boolean = false;

  constructor(doing: string) {
    this.#doing = doing;
  }

  /** The elements that are complete with this chunk. */
  push(chunk: Uint8Array): readonly unknown[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (this.#part === 'within') return this.#within(bytes);
    this.#frame = Buffer.concat([this.#frame, bytes]);
    if (this.#frame.length > LONGEST_FRAME_BYTES) {
      throw prometheusFault(
        'prometheus/not-prometheus',
        `${this.#doing}: the answer has no result where one is expected`,
      );
    }
    if (this.#part === 'after') return [];
    const begin = resultBegin(this.#frame);
    if (begin === undefined) return [];
    const rest = this.#frame.subarray(begin);
    this.#frame = this.#frame.subarray(0, begin);
    this.#part = 'within';
    return this.#within(rest);
  }

  /** What stands around the elements, which are gone from it; undefined when the answer broke off among them. */
  end(): string | undefined {
    return this.#part === 'within' ? undefined : this.#frame.toString();
  }

  #within(bytes: Buffer): readonly unknown[] {
    const { elementsEnd, resultEnd } = this.#scan(bytes);
    const complete = elementsEnd === 0 ? [] : [...this.#begun.splice(0), bytes.subarray(0, elementsEnd)];
    if (resultEnd === undefined) {
      this.#begun.push(bytes.subarray(elementsEnd));
    } else {
      this.#part = 'after';
      this.#frame = Buffer.concat([this.#frame, bytes.subarray(resultEnd)]);
    }
    return complete.length === 0 ? [] : this.#parsed(Buffer.concat(complete));
  }

  #parsed(elements: Buffer): readonly unknown[] {
    const text = elements.toString('utf8').trimStart();
    try {
      const parsed: unknown = JSON.parse(`[${text.charCodeAt(0) === COMMA ? text.slice(1) : text}]`);
      return Array.isArray(parsed) ? parsed : [];
    } catch {
      throw prometheusFault('prometheus/not-prometheus', `${this.#doing}: the answer is not JSON among its series`);
    }
  }

  /** Where the last complete element ends, and where the result does, if it does here. */
  #scan(bytes: Buffer): { readonly elementsEnd: number; readonly resultEnd: number | undefined } {
    let depth = this.#depth;
    let elementsEnd = 0;
    let at = this.#isInString ? this.#stringEnd(bytes, 0) : 0;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) at = this.#stringEnd(bytes, at + 1) - 1;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth--;
        if (depth < 0) return { elementsEnd, resultEnd: at };
        if (depth === 0) elementsEnd = at + 1;
      }
    }
    this.#depth = depth;
    return { elementsEnd, resultEnd: undefined };
  }

  /** Just after the quote that ends the string `from` lies in; the chunk's end where that comes later. */
  #stringEnd(bytes: Buffer, from: number): number {
    let at = this.#isEscaped ? from + 1 : from;
    this.#isEscaped = false;
    // bytes of UTF-8 sequences are never quotes or backslashes
    while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    this.#isInString = at >= bytes.length;
    this.#isEscaped = at > bytes.length;
    return Math.min(at + 1, bytes.length);
  }
}

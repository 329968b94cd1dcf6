import { DecodeFault, type Flaw } from './decode-fault.ts';
import type { Window } from './window.ts';

/** Thrown while scanning, when nobody knows yet whether it is a fault: a stream may only need more bytes. */
class Broken extends Error {
  flaw: Flaw = 'not-json';
  at: number = 0;
  wanted: string = '';
}

/** Bytes to scan and the place reached. One cursor is used again and again: aiming it allocates nothing. */
export class Cursor {
  bytes: Buffer;
  /** The same bytes, read four at a time. */
  view: DataView;
  at: number = 0;
  end: number = 0;
  /** Set when a string with an escape is passed; whoever wants to know clears it first. */
  escaped: boolean = false;
  /** Values of another JSON type than their shape declares, ever. */
  mismatches: number = 0;
  /** The brackets open around a value being skipped; its length is the depth limit. */
  readonly outer: Uint8Array;
  readonly #broken: Broken = new Broken();

  constructor(window: Window, depthLimit: number) {
    this.bytes = window.bytes;
    this.view = window.view;
    this.outer = new Uint8Array(depthLimit);
  }

  aim(window: Window, from: number, to: number): void {
    this.bytes = window.bytes;
    this.view = window.view;
    this.at = from;
    this.end = to;
  }

  /** For `throw`. It is one object ever again, for a cut in the middle of an item is part of a stream's day. */
  broken(at: number, wanted: string, flaw: Flaw = 'not-json'): Error {
    this.#broken.at = at;
    this.#broken.wanted = wanted;
    this.#broken.flaw = flaw === 'not-json' && at >= this.end ? 'cut-short' : flaw;
    return this.#broken;
  }

  /** Whether what was thrown only says that the bytes ended too early. */
  ranOut(thrown: unknown): boolean {
    return thrown === this.#broken && this.#broken.flaw === 'cut-short';
  }

  /** What was thrown, as a fault. `base` is the offset, in the whole document, of the window's first byte. */
  faultOf(thrown: unknown, reading: string, base: number): unknown {
    if (thrown !== this.#broken) return thrown;
    const { flaw, wanted } = this.#broken;
    const at = Math.min(this.#broken.at, this.end);
    const found = flaw === 'cut-short' ? 'it ends' : `there is ${shown(this.bytes[at]!)}`;
    return new DecodeFault(flaw, base + at, `reading ${reading}: ${found} at byte ${base + at} instead of ${wanted}`);
  }
}

function shown(byte: number): string {
  const printable = byte > 0x20 && byte < 0x7f;
  return printable ? `'${String.fromCharCode(byte)}'` : `0x${byte.toString(16).padStart(2, '0')}`;
}

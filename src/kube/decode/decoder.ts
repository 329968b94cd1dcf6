import { compile, type Plan } from './compile.ts';
import { Cursor } from './bytes/cursor.ts';
import { Interner } from './interner.ts';
import { read } from './read.ts';
import type { Shape } from './shapes.ts';
import { look } from './bytes/tokens.ts';
import { capacityOf, seal, type Window, windowOf } from './bytes/window.ts';

export interface DecoderOptions {
  /** Where repeated strings and shared values are kept; one may serve many decoders. */
  readonly interner?: Interner;
  /** Levels allowed in a value that is skipped or read whole. */
  readonly depthLimit?: number;
}

const DEPTH_LIMIT = 512;
const SCRATCH = 16 * 1024;

/** Reads of a JSON document only what its shape declares. The rest is checked, and costs no memory. */
export class Decoder<T> {
  readonly interner: Interner;
  /** For the streams of this room; whoever uses it aims it first. */
  readonly cursor: Cursor;
  readonly plan: Plan<T>;
  readonly #scratch: Window = windowOf(SCRATCH);

  constructor(shape: Shape<T>, options: DecoderOptions = {}) {
    this.interner = options.interner ?? new Interner();
    this.cursor = new Cursor(this.#scratch, options.depthLimit ?? DEPTH_LIMIT);
    this.plan = compile(shape, this.interner);
  }

  /** How many values were of another JSON type than declared, and so taken for absent. */
  get mismatches(): number {
    return this.cursor.mismatches;
  }

  /** Reads one whole document. `reading` names it in a fault. */
  decode(bytes: Uint8Array, reading: string = 'JSON'): T {
    const window = bytes.length <= capacityOf(this.#scratch) ? this.#scratch : windowOf(bytes.length);
    window.bytes.set(bytes);
    seal(window, bytes.length);
    this.cursor.aim(window, 0, bytes.length);
    try {
      return this.#whole();
    } catch (thrown) {
      throw this.cursor.faultOf(thrown, reading, 0);
    }
  }

  #whole(): T {
    const { cursor } = this;
    look(cursor);
    const start = cursor.at;
    const value = read(cursor, this.plan);
    if (value === undefined) throw cursor.broken(start, `a value to read as ${this.plan.kind}`, 'unexpected');
    look(cursor);
    if (cursor.at !== cursor.end) throw cursor.broken(cursor.at, 'the end');
    return value;
  }
}

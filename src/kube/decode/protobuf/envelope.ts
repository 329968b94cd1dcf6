import type { Cursor } from '#kube/decode/bytes/cursor.ts';
import type { Interner } from '../interner.ts';
import { fields, type Shape, shared, text } from '../shapes.ts';
import { compileMessage } from './compile-message.ts';
import { readMessage } from './read-message.ts';
import { skipField } from './read-leaf.ts';
import { readEnd, readVarint } from './wire.ts';
import { LENGTH, type WirePlan } from './wire-plan.ts';

/** What an envelope says its content is. */
export interface TypeMeta {
  readonly kind?: string;
  readonly apiVersion?: string;
}

const typeMetaShape = shared(fields({ kind: text, apiVersion: text }));

/** What every document begins with: `k8s` and a zero. */
const MAGIC: readonly number[] = [0x6b, 0x38, 0x73, 0x00];
export const MAGIC_LENGTH: number = MAGIC.length;

/** runtime.Unknown, by its tags. */
const TYPE_META = 1 * 8 + LENGTH;
export const RAW: number = 2 * 8 + LENGTH;
const CONTENT_ENCODING = 3 * 8 + LENGTH;

/** Reads the magic and the runtime.Unknown around an object. */
export class Envelope {
  /** What the last one said. */
  typeMeta: TypeMeta = {};
  readonly #cursor: Cursor;
  readonly #typeMetaPlan: WirePlan<TypeMeta>;

  constructor(cursor: Cursor, interner: Interner) {
    this.#cursor = cursor;
    this.#typeMetaPlan = planFor(typeMetaShape, 'k8s.io.apimachinery.pkg.runtime.TypeMeta', interner);
  }

  /** Moves from the magic to the content; its end. Beyond it, up to `to`, nothing more is wanted. */
  open(to: number): number {
    const cursor = this.#cursor;
    this.passMagic();
    let from = -1;
    let end = -1;
    this.typeMeta = {};
    while (cursor.at < to) {
      const tag = readVarint(cursor);
      if (tag === RAW) {
        end = readEnd(cursor, to);
        from = cursor.at;
        cursor.at = end;
      } else this.field(tag, to);
    }
    if (cursor.at !== to) throw cursor.broken(to, 'the end of an envelope', 'unexpected');
    if (from < 0) throw cursor.broken(to, 'an envelope with content', 'unexpected');
    cursor.at = from;
    return end;
  }

  passMagic(): void {
    const cursor = this.#cursor;
    for (const byte of MAGIC) {
      if (cursor.bytes[cursor.at] !== byte) throw cursor.broken(cursor.at, "'k8s' and a zero", 'unexpected');
      cursor.at += 1;
    }
  }

  /** Reads a field other than the content, from behind its tag. */
  field(tag: number, to: number): undefined {
    const cursor = this.#cursor;
    const from = cursor.at;
    if (tag === TYPE_META) this.typeMeta = readMessage(cursor, this.#typeMetaPlan, readEnd(cursor, to));
    else if (tag === CONTENT_ENCODING && readEnd(cursor, to) > cursor.at) {
      throw cursor.broken(from, 'content that is not encoded once more', 'unexpected');
    } else if (tag !== CONTENT_ENCODING) skipField(cursor, tag, to);
  }

  /** Throws unless the envelope was of this kind. */
  expect(kind: string, at: number): void {
    if (this.typeMeta.kind !== kind) throw this.#cursor.broken(at, `a ${kind}`, 'unexpected');
  }
}

/** The plan of a shape that is known to fit. */
export function planFor<T>(shape: Shape<T>, message: string, interner: Interner): WirePlan<T> {
  const compiled = compileMessage(shape, message, interner);
  if (compiled.kind === 'refused') throw new TypeError(compiled.why);
  return compiled.plan;
}

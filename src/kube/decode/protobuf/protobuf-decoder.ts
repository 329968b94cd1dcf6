import { Cursor } from '#kube/decode/bytes/cursor.ts';
import type { Interner } from '../interner.ts';
import type { Shape } from '../shapes.ts';
import { seal, windowOf } from '#kube/decode/bytes/window.ts';
import { compileMessage } from './compile-message.ts';
import { Envelope } from './envelope.ts';
import { readMessage } from './read-message.ts';
import type { WirePlan } from './wire-plan.ts';

/** Reads of an object in protobuf only what a shape declares, and yields what a `Decoder` yields for its JSON. */
export class ProtobufDecoder<T> {
  readonly interner: Interner;
  /** The message that is read: `k8s.io.api.core.v1.Pod`. */
  readonly message: string;
  /** The kind of its object: `Pod`. */
  readonly kind: string;
  /** For the streams of this room; whoever uses it aims it first. */
  readonly cursor: Cursor = new Cursor(windowOf(0), 0);
  readonly envelope: Envelope;
  readonly plan: WirePlan<T>;

  /** Undefined where only JSON can give what the shape declares; `compileMessage` says why. */
  static of<T>(shape: Shape<T>, message: string, interner: Interner): ProtobufDecoder<T> | undefined {
    const compiled = compileMessage(shape, message, interner);
    return compiled.kind === 'refused' ? undefined : new ProtobufDecoder(compiled.plan, message, interner);
  }

  private constructor(plan: WirePlan<T>, message: string, interner: Interner) {
    this.interner = interner;
    this.message = message;
    this.kind = message.slice(message.lastIndexOf('.') + 1);
    this.envelope = new Envelope(this.cursor, interner);
    this.plan = plan;
  }

  /** Reads one whole document, the answer to a GET. `reading` names it in a fault. */
  decode(bytes: Uint8Array, reading: string = 'protobuf'): T {
    const window = windowOf(bytes.length);
    window.bytes.set(bytes);
    seal(window, bytes.length);
    this.cursor.aim(window, 0, bytes.length);
    try {
      return this.object(bytes.length);
    } catch (thrown) {
      throw this.cursor.faultOf(thrown, reading, 0);
    }
  }

  /** The object in the envelope that goes from the cursor to `to`. */
  object(to: number): T {
    return this.enveloped(this.plan, this.kind, to);
  }

  /** What is in the envelope that goes from the cursor to `to`, if it is of this kind. */
  enveloped<V>(plan: WirePlan<V>, kind: string, to: number): V {
    const start = this.cursor.at;
    const end = this.envelope.open(to);
    this.envelope.expect(kind, start);
    return readMessage(this.cursor, plan, end);
  }
}

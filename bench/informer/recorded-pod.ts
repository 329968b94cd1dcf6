import { Interner } from '#kube/decode/interner.ts';
import { protobufEncoding } from '#kube/decode/protobuf/protobuf-encoding.ts';
import { fields, rawText } from '#kube/decode/shapes.ts';
import { bytes, framed, joined } from '#kube/decode/protobuf/fixtures/encode.ts';

/** Where the digits stand that make one recorded pod many. All replacements keep their length. */
export interface RecordedPod {
  readonly frame: Buffer;
  readonly name: Field;
  readonly uid: Field;
  readonly version: Field;
}

interface Field {
  readonly at: number;
  readonly length: number;
}

const metadata = fields({ name: rawText, uid: rawText, resourceVersion: rawText });

/** The first `count` pods among recorded frames. */
export function recordedPods(recorded: Buffer, count: number): RecordedPod[] {
  const pods: RecordedPod[] = [];
  for (let at = 0; pods.length < count && at + 4 <= recorded.length;) {
    const end = at + 4 + recorded.readUInt32BE(at);
    if (end > recorded.length) break;
    pods.push(recordedPod(recorded.subarray(at, end)));
    at = end;
  }
  return pods;
}

function recordedPod(frame: Buffer): RecordedPod {
  const reader = protobufEncoding(fields({ metadata }), 'k8s.io.api.core.v1.Pod', new Interner())!.watch();
  reader.push(frame);
  const event = reader.next();
  if (event === undefined || !('object' in event)) throw new Error('a frame that is not a pod');
  const { name, uid, resourceVersion } = event.object.metadata!;
  const field = (value: string): Field => ({ at: frame.indexOf(Buffer.from(value)), length: value.length });
  return { frame, name: field(name!), uid: field(uid!), version: field(resourceVersion!) };
}

/** The pod under another number: its name and uid end in it, its version says how often it changed. */
export function variant({ frame, name, uid, version }: RecordedPod, generation: number, change: number): Buffer {
  const copy = Buffer.from(frame);
  const digits = String(generation).padStart(3, '0');
  copy.write(digits, name.at + name.length - 3);
  copy.write(digits, uid.at + uid.length - 3);
  const least = 10 ** (version.length - 1);
  const changed = change === 0 ? 0 : 1 + ((change - 1) % (9 * least - 1)); // never the first version again
  copy.write(String(least + changed), version.at);
  return copy;
}

/** The bookmark that ends initial events, as a frame. */
export function closingBookmark(version: string): Buffer {
  const ended = bytes(12, bytes(1, 'k8s.io/initial-events-end'), bytes(2, 'true'));
  const pod = bytes(1, bytes(6, version), ended);
  const envelope = joined('k8s\0', bytes(1, bytes(1, 'v1'), bytes(2, 'Pod')), bytes(2, pod));
  return Buffer.from(framed(joined(bytes(1, 'BOOKMARK'), bytes(2, bytes(1, envelope)))));
}

import { constants, crc32, inflateRawSync } from 'node:zlib';
import { recordingFault } from './faults.ts';

/** Text as it stood in a file, and where the bytes end that it was packed in. */
export interface UnpackedText {
  readonly text: Buffer;
  readonly end: number;
}

/** How a member begins, and no line of JSON. */
const PACKED = 0x1f;
const MAGIC = 0x8b1f;
const NEW_LINE = 10;
const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
const MOST_BYTES = 2 ** 30;

/**
 * Members of a gzip file (RFC 1952) one by one, and lines that are not packed. A member that was torn at the end is left
 * out: the last `end` tells.
 */
export function* unpacked(bytes: Buffer, file: string): Generator<UnpackedText> {
  let start = 0;
  while (start < bytes.length) {
    const piece = bytes[start] === PACKED ? memberAt(bytes, start, file) : lineAt(bytes, start);
    if (piece === undefined) return;
    yield piece;
    start = piece.end;
  }
}

function lineAt(bytes: Buffer, start: number): UnpackedText {
  const found = bytes.indexOf(NEW_LINE, start);
  const end = found < 0 ? bytes.length : found + 1;
  return { text: bytes.subarray(start, end), end };
}

function memberAt(bytes: Buffer, start: number, file: string): UnpackedText | undefined {
  const begin = endOfHeader(bytes, start);
  if (begin === undefined) return undefined;
  if (bytes.readUInt16LE(start) !== MAGIC) throw damaged(file, start, 'no packed text begins there');
  const inflated = inflate(bytes.subarray(begin), file, start);
  if (inflated === undefined) return undefined;
  const trailer = begin + inflated.taken;
  const end = trailer + TRAILER_BYTES;
  if (end > bytes.length) return undefined;
  if (crc32(inflated.text) !== bytes.readUInt32LE(trailer)) throw damaged(file, start, 'the checksum differs');
  return { text: inflated.text, end };
}

/** What Node gives for `info: true`, which its types do not know. */
interface Inflated {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

function inflate(
  bytes: Buffer,
  file: string,
  start: number,
): { readonly text: Buffer; readonly taken: number } | undefined {
  try {
    const options = { info: true, chunkSize: 2 ** 18, maxOutputLength: MOST_BYTES };
    const inflated: unknown = inflateRawSync(bytes, options);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that is what `info` asks for
    const { buffer, engine } = inflated as Inflated;
    return { text: buffer, taken: engine.bytesWritten };
  } catch (thrown) {
    if (!(thrown instanceof Error) || !('errno' in thrown)) throw thrown;
    if (thrown.errno === constants.Z_BUF_ERROR) return undefined;
    throw damaged(file, start, thrown.message);
  }
}

const FLAGS = { headerChecksum: 2, extra: 4, name: 8, comment: 16 } as const;

/** Where a member's header ends; nothing where the file ends first. */
function endOfHeader(bytes: Buffer, start: number): number | undefined {
  if (start + HEADER_BYTES > bytes.length) return undefined;
  const flags = bytes[start + 3]!;
  let at = start + HEADER_BYTES;
  if ((flags & FLAGS.extra) !== 0) {
    if (at + 2 > bytes.length) return undefined;
    at += 2 + bytes.readUInt16LE(at);
  }
  for (const flag of [FLAGS.name, FLAGS.comment]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  if ((flags & FLAGS.headerChecksum) !== 0) at += 2;
  return at > bytes.length ? undefined : at;
}

const damaged = (file: string, at: number, why: string): Error =>
  recordingFault('recording/damaged', `reading ${file}: unpacking at byte ${at}: ${why}`);

import { readFile } from 'node:fs/promises';
import type { ClusterKind } from '#cluster/cluster-event.ts';
import type { HeardLook, SessionLine } from '#ports/recording.ts';
import { recordingFault } from './faults.ts';
import { type LineReading, lineReader, type ObjectSchemas } from './line-schema.ts';
import { LookAssembler, OutOfPlace } from './look-assembler.ts';
import { unpacked } from './packed-text.ts';

/** How a recording was found. */
export interface RecordingFound {
  readonly looks: number;
  /** Of the last session. */
  readonly session: SessionLine;
  /** Bytes of the file up to the end of its last whole look. */
  readonly wholeBytes: number;
  /** What stands after it was torn off while it was written. */
  readonly isTorn: boolean;
}

/** A look, and the session it belongs to. */
export type TakeLook = (look: HeardLook, session: SessionLine) => void;

/**
 * Hands over the looks of a recording, oldest first. A look that was torn at the end is left out; anything else that is
 * wrong is thrown, with its line.
 */
export async function readRecording(file: string, objects: ObjectSchemas, take: TakeLook): Promise<RecordingFound> {
  return looksIn(await bytesOf(file), file, { objects, take });
}

/** `file` is the name that people know the bytes by. */
export function looksIn(
  bytes: Buffer,
  file: string,
  { objects, take }: { readonly objects: ObjectSchemas; readonly take: TakeLook },
): RecordingFound {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- schemas have the kinds for their keys
  const assembler = new LookAssembler(Object.keys(objects) as ClusterKind[]);
  const read = lineReader(objects);
  let looks = 0;
  let number = 0;
  let [wholeBytes, isOpen, session] = [0, false, undefined as SessionLine | undefined];
  for (const { text, end } of unpacked(bytes, file)) {
    for (const line of linesOf(text)) {
      number++;
      const value = parsed(line);
      // only the last line of a file that is not packed can be torn: packed looks are whole or not there
      if (value === undefined && !line.isEnded) break;
      isOpen = true;
      const look = assembled(assembler, value === undefined ? notJson : read(value), { file, number });
      if (look === undefined) continue;
      looks++;
      isOpen = false;
      session = assembler.session!;
      take(look, session);
    }
    if (!isOpen) wholeBytes = end;
  }
  if (session === undefined) throw recordingFault('recording/empty', `reading ${file}: it holds no whole look`);
  return { looks, session, wholeBytes, isTorn: wholeBytes < bytes.length };
}

const notJson: LineReading = { kind: 'bad', field: '', message: 'is not JSON' };

interface Line {
  readonly text: string;
  readonly isEnded: boolean;
}

const NEW_LINE = 10;

function* linesOf(text: Buffer): Generator<Line> {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf(NEW_LINE, start);
    const end = found < 0 ? text.length : found;
    yield { text: text.toString('utf8', start, end), isEnded: found >= 0 };
    start = end + 1;
  }
}

function parsed({ text }: Line): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function assembled(
  assembler: LookAssembler,
  reading: LineReading,
  { file, number }: { readonly file: string; readonly number: number },
): HeardLook | undefined {
  const where = `${file}: line ${number}`;
  if (assembler.session === undefined) {
    if (reading.kind === 'bad' && reading.field === 'version') {
      throw recordingFault('recording/another-version', `reading ${where}: version: ${reading.message}`);
    }
    if (reading.kind === 'bad' || reading.line.kind !== 'plimsoll-recording') {
      throw recordingFault('recording/not-a-recording', `reading ${where}: it is not the header of a recording`);
    }
  }
  if (reading.kind === 'bad') {
    const field = reading.field === '' ? '' : `${reading.field}: `;
    throw recordingFault('recording/bad-line', `reading ${where}: ${field}${reading.message}`);
  }
  try {
    return assembler.take(reading.line);
  } catch (thrown) {
    if (!(thrown instanceof OutOfPlace)) throw thrown;
    throw recordingFault('recording/bad-line', `reading ${where}: ${thrown.message}`);
  }
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw recordingFault('recording/unreadable', `reading the recording ${file}: ${why}`, { cause });
  }
}

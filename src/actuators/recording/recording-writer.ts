import { open, stat } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { HeardLook, RecordingLine, SessionLine } from '#ports/recording.ts';
import { recordingWriteFault } from './faults.ts';
import { LabelBook, lookLine, pastLine } from './load-lines.ts';
import { ObjectBook } from './object-lines.ts';

export interface WrittenLook {
  /** Objects that were new, changed or gone. */
  readonly changes: number;
  /** Of the file, packed. */
  readonly bytes: number;
}

export interface RecordingOptions {
  /** What the keys of the annotations begin with that are written of nodes. */
  readonly prefix: string;
  /** The file never grows above. */
  readonly mostBytes?: number;
}

/**
 * Appends looks to a file. Each is packed by itself and on the disk before the next is taken: whatever ends the process,
 * only the look that was being written is lost.
 */
export class RecordingWriter {
  readonly #file: string;
  readonly #session: SessionLine;
  readonly #prefix: string;
  readonly #mostBytes: number;
  #told: Told;

  constructor(file: string, session: SessionLine, { prefix, mostBytes = Number.POSITIVE_INFINITY }: RecordingOptions) {
    this.#file = file;
    this.#session = session;
    this.#prefix = prefix;
    this.#mostBytes = mostBytes;
    this.#told = nothingTold(prefix);
  }

  /** Of a look that has no room nothing is written; after one that could not be written everything is told anew. */
  async write(look: HeardLook): Promise<WrittenLook | 'full'> {
    const told = this.#told;
    this.#told = nothingTold(this.#prefix);
    const { lines, changes } = this.#linesOf(look, told);
    const packed = packedLines(lines);
    const bytesBefore = await sizeOf(this.#file);
    const bytes = bytesBefore + packed.length;
    if (bytes > this.#mostBytes) return 'full';
    await append(this.#file, packed, bytesBefore);
    this.#told = { ...told, isBegun: true, migrations: JSON.stringify(look.migrations) };
    return { changes, bytes };
  }

  #linesOf(
    look: HeardLook,
    { isBegun, objects, labels, migrations }: Told,
  ): { readonly lines: readonly RecordingLine[]; readonly changes: number } {
    const changed = objects.changes(look.objects);
    const past = look.past.map((step) => pastLine(step, labels));
    const closing = lookLine(look.reading, look, labels);
    const moves: readonly RecordingLine[] =
      JSON.stringify(look.migrations) === migrations ? [] : [{ kind: 'migrations', ...look.migrations }];
    const session = isBegun ? [] : [this.#session];
    return {
      lines: [...session, ...changed, ...moves, ...labels.takeFresh(), ...past, closing],
      changes: changed.filter(({ kind }) => kind !== 'unread').length,
    };
  }
}

/** What stands in the file since the session began. */
interface Told {
  readonly isBegun: boolean;
  readonly objects: ObjectBook;
  readonly labels: LabelBook;
  /** As text. */
  readonly migrations: string;
}

const nothingTold = (prefix: string): Told => ({
  isBegun: false,
  objects: new ObjectBook(prefix),
  labels: new LabelBook(),
  migrations: '',
});

/** No text can be of any length: what is longer is packed in pieces, which together are one. */
const PIECE_LENGTH = 2 ** 24;

function packedLines(lines: readonly RecordingLine[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let text = '';
  for (const line of lines) {
    text += `${JSON.stringify(line)}\n`;
    if (text.length < PIECE_LENGTH) continue;
    pieces.push(gzipSync(text));
    text = '';
  }
  return Buffer.concat(text === '' ? pieces : [...pieces, gzipSync(text)]);
}

/** In bytes; 0 where there is no such file. */
async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}

/** Whether nothing stands in a file, or there is none. */
export async function isEmpty(file: string): Promise<boolean> {
  return (await sizeOf(file)) === 0;
}

/** Throws where something stands in a file already that a new recording was to be. */
export async function needNew(file: string): Promise<void> {
  if (!(await isEmpty(file)))
    throw recordingWriteFault('recording/not-new', `recording in ${file}: it is there already`);
}

/** For its owner alone: names of objects are nobody else's business. What was written by half is taken back. */
async function append(file: string, packed: Uint8Array, bytesBefore: number): Promise<void> {
  try {
    const handle = await open(file, 'a', 0o600);
    try {
      await handle.writeFile(packed);
      await handle.datasync();
    } catch (cause) {
      await handle.truncate(bytesBefore);
      throw cause;
    } finally {
      await handle.close();
    }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw recordingWriteFault('recording/unwritable', `recording in ${file}: ${why}`, { cause });
  }
}

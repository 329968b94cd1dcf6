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
  readonly #objects: ObjectBook;
  readonly #labels: LabelBook = new LabelBook();
  #session: readonly SessionLine[];
  readonly #mostBytes: number;
  #migrations: string = '';

  constructor(file: string, session: SessionLine, { prefix, mostBytes = Number.POSITIVE_INFINITY }: RecordingOptions) {
    this.#file = file;
    this.#mostBytes = mostBytes;
    this.#session = [session];
    this.#objects = new ObjectBook(prefix);
  }

  /** Nothing is written of a look that has no room any more, nor may be of those after it. */
  async write(look: HeardLook): Promise<WrittenLook | 'full'> {
    const objects = this.#objects.changes(look.objects);
    const past = look.past.map((step) => pastLine(step, this.#labels));
    const closing = lookLine(look.reading, look, this.#labels);
    const migrations = this.#migrationLines(look);
    const lines = [...this.#session, ...objects, ...migrations, ...this.#labels.takeFresh(), ...past, closing];
    const packed = packedLines(lines);
    const bytesBefore = await sizeOf(this.#file);
    const bytes = bytesBefore + packed.length;
    if (bytes > this.#mostBytes) return 'full';
    await append(this.#file, packed, bytesBefore);
    this.#session = [];
    return { changes: objects.filter(({ kind }) => kind !== 'unread').length, bytes };
  }

  #migrationLines({ migrations }: HeardLook): readonly RecordingLine[] {
    const text = JSON.stringify(migrations);
    if (text === this.#migrations) return [];
    this.#migrations = text;
    return [{ kind: 'migrations', ...migrations }];
  }
}

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

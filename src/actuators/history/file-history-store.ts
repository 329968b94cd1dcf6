import { type FileHandle, mkdir, open, rename, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { HistoryStore } from '#ports/history-store.ts';

const LENGTH_BYTES = 4;
/** What claims to be a longer piece is none of ours. */
const MOST_BYTES = 2 ** 24;

/** History in files of a folder, one a name, each piece after its length; a file is written beside its place and then moved there. */
export function fileHistoryStore(folder: string): HistoryStore {
  const place = (name: string): string => join(folder, `${encodeURIComponent(name)}.history`);
  return {
    async read(name) {
      const file = await openIfThere(place(name));
      return file === undefined ? undefined : piecesIn(file);
    },
    async write(name, pieces) {
      await mkdir(folder, { recursive: true });
      // replicas that share a folder do not write into one file
      const unfinished = `${place(name)}.${hostname()}.unfinished`;
      await writeFile(unfinished, withLengths(pieces), { flush: true });
      await rename(unfinished, place(name));
    },
  };
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function* withLengths(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const piece of pieces) {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(piece.length);
    yield length;
    yield piece;
  }
}

async function* piecesIn(file: FileHandle): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const length = await nextOf(file, LENGTH_BYTES);
      if (length.length === 0) return;
      yield await nextOf(file, length.length < LENGTH_BYTES ? 0 : length.readUInt32LE());
    }
  } finally {
    await file.close();
  }
}

/** The next so many bytes, or as many as are left. */
async function nextOf(file: FileHandle, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.min(length, MOST_BYTES));
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HistoryStore } from '#ports/history-store.ts';

/** History in files of a folder, one a name; a text is written beside its place and then moved there. */
export function fileHistoryStore(folder: string): HistoryStore {
  const place = (name: string): string => join(folder, `${encodeURIComponent(name)}.history`);
  return {
    async read(name) {
      try {
        return await readFile(place(name), 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async write(name, text) {
      await mkdir(folder, { recursive: true });
      const unfinished = `${place(name)}.unfinished`;
      await writeFile(unfinished, text);
      await rename(unfinished, place(name));
    },
  };
}

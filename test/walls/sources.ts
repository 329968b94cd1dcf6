import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Source texts by their path from the root, with `/`: read from disk, or made up. */
export type Sources = Readonly<Record<string, string>>;

const CODE = /\.[cm]?[jt]sx?$/;
const NOT_OURS: ReadonlySet<string> = new Set(['node_modules', 'dist']);

/** Every source text under some folders of a root. A folder that does not exist (yet) holds none. */
export function sourcesUnder(root: string, folders: readonly string[]): Sources {
  const sources: Record<string, string> = {};
  const pending = [...folders];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !NOT_OURS.has(entry.name)) pending.push(path);
      if (entry.isFile() && CODE.test(entry.name)) sources[path] = readFileSync(join(root, path), 'utf8');
    }
  }
  return sources;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    throw cause;
  }
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { BuildStep } from './build.ts';

/**
 * `$XDG_CACHE_HOME/plimsoll/NAME/KEY`: outside the checkout, and another folder for another recipe or for other content
 * of `files`, which are named from this folder.
 */
export function cacheFolder(name: string, recipe: readonly BuildStep[], files: readonly string[]): string {
  const key = createHash('sha256');
  for (const file of files) key.update(readFileSync(join(import.meta.dirname, file)));
  key.update(JSON.stringify(recipe)).update(process.platform).update(process.arch);
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'plimsoll', name, key.digest('hex').slice(0, 16));
}

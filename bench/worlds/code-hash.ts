import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** All that a world's course depends on: the product, the worlds, what is asked of them, and who runs it. */
const patterns = [
  'src/**/*.ts',
  'test/worlds/**/*.ts',
  'bench/worlds/both-ways.ts',
  'bench/worlds/left-alone.ts',
  'package-lock.json',
];

/** Twelve hexadecimal digits that change with the code; `asked`: whatever else makes another run of it. */
export function codeHash(asked: string): string {
  const hash = createHash('sha256').update(`${process.version} ${asked}`);
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted();
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 12);
}

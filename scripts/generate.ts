import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GENERATE, generatedPages } from './generated-pages.ts';

/**
 * Writes the generated pages that differ from what they should be, below `root`; with `--check` writes nothing.
 * Answers with the paths of those that differed.
 */
export async function generate(root: string, mode: 'write' | 'check'): Promise<readonly string[]> {
  const stale: string[] = [];
  for (const { path, text } of generatedPages()) {
    const file = join(root, path);
    if ((await readOrNothing(file)) === text) continue;
    stale.push(path);
    if (mode === 'check') continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return stale;
}

async function readOrNothing(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

if (import.meta.main) {
  const mode = process.argv.includes('--check') ? 'check' : 'write';
  const stale = await generate(join(import.meta.dirname, '..'), mode);
  if (mode === 'write') for (const path of stale) console.log(`wrote ${path}`);
  else if (stale.length > 0) {
    console.error(`stale: ${stale.join(', ')}\nrun \`${GENERATE}\` and commit what it writes`);
    process.exitCode = 1;
  }
}

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publint } from 'publint';
import packageJson from '../package.json' with { type: 'json' };

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules', '.cache');

let folder = '';
beforeAll(async () => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'bundle-')); // below the root, so that the bundle finds its dependencies
  await run(join(root, 'node_modules/.bin/tsdown'), ['--out-dir', folder], { cwd: root });
  await run(process.execPath, [join(root, 'scripts/write-manifest.ts'), folder]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const says = async (file: string, ...args: string[]): Promise<string> =>
  (await run(process.execPath, [join(folder, file), ...args])).stdout;

test('the bundle says its version', async () => {
  expect(await says('plimsoll.mjs', '--version')).toBe(`plimsoll ${packageJson.version}\n`);
});

test('as a kubectl plugin it speaks of itself as one', async () => {
  symlinkSync(join(folder, 'plimsoll.mjs'), join(folder, 'kubectl-plimsoll'));
  expect(await says('kubectl-plimsoll', '--help')).toContain('kubectl plimsoll <command>');
});

test('whatever a command loads when it runs is in the package', async () => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: folder });
  const [{ files }] = JSON.parse(stdout) as [{ readonly files: readonly { readonly path: string }[] }];
  const packed = new Set(files.map(({ path }) => path));
  const built = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  expect(built.length).toBeGreaterThan(1);
  expect(built.filter((name) => !packed.has(name))).toEqual([]);
});

test('the package has nothing that publint minds', async () => {
  const { messages } = await publint({ pkgDir: folder, strict: true });
  expect(messages).toEqual([]);
});

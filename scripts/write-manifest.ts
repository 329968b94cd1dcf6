// Completes a bundle to a package that can be published: its manifest, licence and README.
//   node scripts/write-manifest.ts [FOLDER]   (dist by default)
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = resolve(root, process.argv[2] ?? 'dist');

const { name, version, description, license, engines, dependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** The root is private, since it pins a Node binary; what is published is this. */
const manifest = {
  name,
  version,
  description,
  license,
  type: 'module',
  bin: { plimsoll: './plimsoll.mjs', 'kubectl-plimsoll': './plimsoll.mjs' },
  exports: { './package.json': './package.json' },
  files: ['*.mjs', '*.mjs.map'], // commands are loaded when they are run, each a file of its own
  engines,
  dependencies,
};

writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
for (const file of ['LICENSE', 'README.md']) copyFileSync(join(root, file), join(folder, file));

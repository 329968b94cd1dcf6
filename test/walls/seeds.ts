import { drawerNames } from './house.ts';
import type { Sources } from './sources.ts';

/** A promise of the walls: what is seeded, and the one place and rule that must speak up, as `file:line rule`. */
export interface Seed {
  readonly promise: string;
  readonly files: Sources;
  readonly want: string;
}

const SOMETHING = 'export const something = 1;\n';

/** A module on `load`, a pure floor, whose second line is the given one. */
function pure(promise: string, line: string): Seed {
  const files = { 'src/load/pressure.ts': `${SOMETHING}${line}\n` };
  return { promise, files, want: 'src/load/pressure.ts:2 pure-floors-are-pure' };
}

/** A single module. */
function one(promise: string, path: string, source: string, want: string): Seed {
  return { promise, files: { [path]: source }, want };
}

/** A module that imports one way: `line` stands first in it. */
function importing(promise: string, path: string, line: string, rule: string): Seed {
  return one(promise, path, `${line}\n${SOMETHING}`, `${path}:1 ${rule}`);
}

/** In `servers`, where there is a process, but its environment is none of their business. */
function environment(promise: string, line: string): Seed {
  return importing(promise, 'src/servers/https.ts', line, 'environment-only-in-app');
}

/** `n10`, `n11` and so on, in the order of their names. */
function many(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `n${10 + i}`);
}

/** One seed a way of walking through a wall. */
export const seeds: readonly Seed[] = [
  one('text that is no module', 'src/base/heap.ts', 'export const = 1;\n', 'src/base/heap.ts:1 modules-parse'),
  one('a test that is no module', 'src/base/heap.test.ts', '\n}\n', 'src/base/heap.test.ts:2 modules-parse'),
  one('a room nobody planned', 'src/lib/heap.ts', SOMETHING, 'src/lib/heap.ts:1 known-rooms'),
  one('a module outside every room', 'src/ports.ts', SOMETHING, 'src/ports.ts:1 known-rooms'),

  importing('the ground floor imports upwards', 'src/base/a.ts', `import '#api/b.ts';`, 'imports-only-below'),
  importing('cluster knows load', 'src/cluster/a.ts', `import { b } from '#load/b.ts';`, 'imports-only-below'),
  importing('types count', 'src/cluster/a.ts', `import type { B } from '#load/b.ts';`, 'imports-only-below'),
  importing('inline types count', 'src/cluster/a.ts', `type B = import('#load/b.ts').B;`, 'imports-only-below'),
  importing('re-exports count', 'src/views/a.ts', `export { b } from '#ports/b.ts';`, 'imports-only-below'),
  importing('star re-exports count', 'src/views/a.ts', `export * from '#kube/b.ts';`, 'imports-only-below'),
  importing(
    'decisions know ports',
    'src/decisions/a.ts',
    `import type { B } from '#ports/b.ts';`,
    'imports-only-below',
  ),
  importing('controllers know an edge', 'src/controllers/a.ts', `import '#kube/b.ts';`, 'imports-only-below'),
  importing('the client knows load', 'src/kube/a.ts', `import '#load/b.ts';`, 'imports-only-below'),
  importing('the simulator knows the client', 'src/simulation/a.ts', `import '#kube/b.ts';`, 'imports-only-below'),
  importing('loaded late', 'src/servers/a.ts', `export const b = () => import('#kube/b.ts');`, 'imports-only-below'),
  importing('required', 'src/servers/a.ts', `const b = require('#kube/b.ts');`, 'imports-only-below'),
  importing(
    'run as a worker',
    'src/servers/a.ts',
    `const b = new Worker(new URL('../load/b.ts', import.meta.url));`,
    'imports-say-the-floor',
  ),
  importing('a room of the same name', 'src/load/a.ts', `import '#loads/b.ts';`, 'imports-only-below'),
  importing('a floor behind a detour', 'src/load/a.ts', `import '#load/../kube/b.ts';`, 'imports-only-below'),
  importing('out of the house', 'src/servers/a.ts', `import '../../scripts/set-up.ts';`, 'imports-only-below'),

  {
    promise: 'two modules need each other',
    files: {
      'src/load/a.ts': `${SOMETHING}import { b } from './b.ts';\n`,
      'src/load/b.ts': `${SOMETHING}\n\nimport { a } from './a.ts';\n`,
    },
    want: 'src/load/b.ts:4 no-circles',
  },
  {
    promise: 'types go around in three',
    files: {
      'src/load/a.ts': `import type { B } from './b.ts';\n${SOMETHING}`,
      'src/load/b.ts': `import type { C } from '#load/c.ts';\n${SOMETHING}`,
      'src/load/c.ts': `import type { A } from './a.ts';\n${SOMETHING}`,
      'src/load/d.ts': `import type { A } from './a.ts';\n${SOMETHING}`,
    },
    want: 'src/load/c.ts:1 no-circles',
  },
  importing('a module needs itself', 'src/load/a.ts', `import './a.ts';`, 'no-circles'),
  {
    promise: 'the dashboard goes around',
    files: { 'dashboard/src/a.tsx': `import './b.ts';`, 'dashboard/src/b.ts': `import './a.tsx';` },
    want: 'dashboard/src/b.ts:1 no-circles',
  },
  {
    promise: 'two folders need each other',
    files: {
      'src/load/a/one.ts': `import '#load/b/two.ts';\n${SOMETHING}`,
      'src/load/b/one.ts': `import '#load/a/two.ts';\n${SOMETHING}`,
      'src/load/a/two.ts': SOMETHING,
      'src/load/b/two.ts': SOMETHING,
    },
    want: 'src/load/b/one.ts:1 no-circles-of-folders',
  },
  {
    promise: 'a folder needs a file beside it that needs it',
    files: {
      'src/load/a/one.ts': SOMETHING,
      'src/load/a/two.ts': `import '#load/b.ts';\n${SOMETHING}`,
      'src/load/b.ts': `import './a/one.ts';\n${SOMETHING}`,
    },
    want: 'src/load/b.ts:1 no-circles-of-folders',
  },
  {
    promise: 'a folder of many files',
    files: Object.fromEntries(many(26).map((name) => [`src/load/${name}.ts`, SOMETHING])),
    want: 'src/load/n35.ts:1 folders-stay-small',
  },
  {
    promise: 'a folder of many lines',
    files: Object.fromEntries(many(11).map((name) => [`src/load/${name}.ts`, `${SOMETHING}${'\n'.repeat(280)}`])),
    want: 'src/load/n20.ts:1 folders-stay-small',
  },

  importing('a port takes a value', 'src/ports/a.ts', `import { b } from '#load/b.ts';`, 'ports-take-types-only'),
  importing(
    'a port takes an inline type, which loads the module',
    'src/ports/a.ts',
    `import { type B } from '#load/b.ts';`,
    'ports-take-types-only',
  ),

  ...['rescheduling', 'analysis', 'admission'].map((neighbour) =>
    importing(
      `scheduling asks ${neighbour}`,
      'src/decisions/scheduling/place-pod.ts',
      `import '#decisions/${neighbour}/a.ts';`,
      'scheduling-is-the-lowest-decision',
    ),
  ),

  ...Object.entries({
    plugins: 'src/decisions/scheduling/plugins',
    checks: 'src/decisions/analysis/checks',
    sources: 'src/sources',
    commands: 'src/app/commands',
  }).map(([name, folder]) =>
    importing(`${name} know each other`, `${folder}/a.ts`, `import './b.ts';`, 'strangers-stay-strangers'),
  ),
  importing('a folder knows its neighbour', 'src/sources/a/b.ts', `import '../c.ts';`, 'strangers-stay-strangers'),
  importing('a file knows a folder', 'src/sources/a.ts', `import '#sources/b/c.ts';`, 'strangers-stay-strangers'),

  importing('base takes a package', 'src/base/a.ts', `import { z } from 'zod';`, 'pure-floors-touch-nothing'),
  importing(
    'views take types of one',
    'src/views/a.ts',
    `import type { z } from 'zod/v4';`,
    'pure-floors-touch-nothing',
  ),
  importing('api takes another than zod', 'src/api/a.ts', `import 'yaml';`, 'pure-floors-touch-nothing'),
  importing('load reads files', 'src/load/a.ts', `import 'node:fs';`, 'pure-floors-touch-nothing'),
  importing('cluster hides the node:', 'src/cluster/a.ts', `import 'fs/promises';`, 'pure-floors-touch-nothing'),
  importing('decisions take a scoped one', 'src/decisions/a.ts', `import '@a/b/c';`, 'pure-floors-touch-nothing'),
  importing('ports take a package', 'src/ports/a.ts', `import type { A } from 'undici';`, 'pure-floors-touch-nothing'),
  importing('ports take Node', 'src/ports/a.ts', `import type { A } from 'node:stream';`, 'pure-floors-touch-nothing'),

  importing("another's client", 'src/kube/a.ts', `import '@kubernetes/client-node';`, 'no-banished-packages'),
  importing("another's, in app", 'src/app/a.ts', `import '@kubernetes/client-node/x';`, 'no-banished-packages'),
  importing("another's, in a test", 'src/kube/a.test.ts', `import '@kubernetes/client-node';`, 'no-banished-packages'),

  pure('reads the clock', 'export const now = Date.now();'),
  pure('hands the clock on', 'export const now = Date.now;'),
  pure('reads the clock by name', "export const now = Date['now']();"),
  pure('takes the clock apart', 'export const { now } = Date;'),
  pure('makes a date of now', 'export const now = new Date();'),
  pure('makes a text of now', 'export const now = Date();'),
  pure('makes a date of now, the long way', 'export const now = new globalThis.Date();'),
  pure('throws dice', 'export const dice = Math.random();'),
  pure('takes the dice out', 'export const { random: dice } = Math;'),
  pure('measures itself', 'export const now = performance.now();'),
  pure('is async', 'export async function decide() {}'),
  pure('is async in an arrow', 'export const decide = async () => 1;'),
  pure('is async in a method', 'export const judge = { async decide() {} };'),
  pure('is async in a class', 'export class Judge { async decide() {} }'),
  pure('is async in a generator', 'export async function* decide() {}'),
  pure('waits', 'await something;'),
  pure('waits in a loop', 'for await (const one of many) judge(one);'),
  pure('waits to dispose', 'await using judge = something;'),
  pure('promises', 'export const decided = Promise.resolve(1);'),
  pure('promises in a type', 'export type Decide = () => Promise<number>;'),
  pure('streams in a type', 'export type Decide = () => AsyncIterable<number>;'),
  pure('reads the process', 'export const { pid } = process;'),
  pure('reads the environment', 'export const home = process.env.HOME;'),
  pure('reads it in a roundabout way', 'export const home = (globalThis as World).process!.env;'),
  pure('reads it by name', "export const home = globalThis['process']?.['env'];"),
  pure('looks for anything', 'export const thing = globalThis[name];'),
  pure('takes the world apart', 'export const { process: { env } } = globalThis;'),
  pure('speaks', "console.log('decided');"),
  pure('has a timer', 'setTimeout(decide, 1);'),
  pure('has a clockwork', 'setInterval(decide, 1);'),
  pure('comes back at once', 'setImmediate(decide);'),
  pure('comes back sooner', 'queueMicrotask(decide);'),
  pure('hands on a timer', 'export const later = [setTimeout];'),
  pure('asks the network', "export const reply = fetch('http://a');"),
  pure('loads late', "export const late = import('#base/a.ts');"),
  pure('asks where it is', 'export const here = import.meta.url;'),
  pure('calls something its own that is not', 'export function decide(process: Process) { return process.env; }'),
  pure('declares the world', 'declare global { var clock: number }'),
  pure('lets the world in', '/// <reference types="node" />'),

  environment('a server reads the environment', 'export const port = process.env.PORT;'),
  environment('reads it by name', "export const port = process['env'].PORT;"),
  environment('takes it apart', 'const { env } = process;'),
  environment('takes it apart, deeper', 'const { env: { PORT } } = process;'),
  environment('takes all but something', 'const { pid, ...rest } = process;'),
  environment('takes it as a default', 'export function port({ env } = process) { return env; }'),
  environment('takes it later', 'let env; ({ env } = process);'),
  environment('reads the command line', 'export const first = process.argv[2];'),
  environment('goes through the world', 'export const port = globalThis.process.env.PORT;'),
  environment('hands the process on', 'export const world = { process };'),
  environment('looks up anything', 'export const thing = process[name];'),
  environment('takes it from the module', "import { env } from 'node:process';"),
  environment('under another name', "import { argv as words } from 'process';"),
  environment('takes the module whole', "import * as world from 'node:process';"),
  environment("takes the module's default", "import world from 'node:process';"),
  environment('passes it on', "export { env } from 'node:process';"),
  environment('loads it late', "export const late = import('node:process');"),

  importing('the product takes a builder', 'src/app/a.ts', `import '#test/support/a.ts';`, 'only-tests-import-tests'),
  importing('by a path', 'src/app/a.ts', `import '../../test/support/a.ts';`, 'only-tests-import-tests'),
  importing('a test beside it', 'src/app/a.ts', `import './b.test.ts';`, 'only-tests-import-tests'),

  ...Object.entries({
    'takes a value': `import { a } from '../../src/views/a.ts';`,
    'takes an inline type, which loads the module': `import { type A } from '#api/a.ts';`,
    'takes types of another room': `import type { A } from '../../src/load/a.ts';`,
    'takes a test builder': `import type { A } from '../../test/support/a.ts';`,
    'passes values on': `export * from '#views/a.ts';`,
  }).map(([promise, line]) =>
    importing(`the dashboard ${promise}`, 'dashboard/src/a.tsx', line, 'dashboard-takes-types-only'),
  ),

  importing('no ending', 'src/load/a.ts', `import './b';`, 'imports-end-in-ts'),
  importing('the ending of another file', 'src/load/a.ts', `import '#base/b.js';`, 'imports-end-in-ts'),
  importing('a climb', 'src/load/a.ts', `import '../base/b.ts';`, 'imports-say-the-floor'),
  importing('a higher climb', 'src/decisions/a/b.ts', `import '../../base/b.ts';`, 'imports-say-the-floor'),
  importing('a computed import', 'src/app/a.ts', 'export const a = import(name);', 'imports-can-be-read'),
  importing('a half-computed import', 'src/app/a.ts', 'export const a = import(`#${name}.ts`);', 'imports-can-be-read'),
  importing('an absolute path', 'src/app/a.ts', `import '/etc/a.ts';`, 'imports-can-be-read'),
  importing('a file by its URL', 'src/app/a.ts', `import 'file:///etc/a.ts';`, 'imports-can-be-read'),

  ...[...drawerNames, 'string-utils'].map((name) =>
    one(`${name}.ts`, `src/base/${name}.ts`, SOMETHING, `src/base/${name}.ts:1 no-drawers`),
  ),
  one('a drawer inside', 'src/kube/common/a.ts', SOMETHING, 'src/kube/common/a.ts:1 no-drawers'),
  one("a drawer's test", 'src/base/utils.test.ts', SOMETHING, 'src/base/utils.test.ts:1 no-drawers'),

  one('an index', 'src/base/heap/index.ts', SOMETHING, 'src/base/heap/index.ts:1 no-barrels'),
  one('a barrel by another name', 'src/base/a.ts', `export * from './b.ts';`, 'src/base/a.ts:1 no-barrels'),
  one(
    'a barrel in two steps',
    'src/base/a.ts',
    `import { b } from './b.ts';\nexport { b };\n`,
    'src/base/a.ts:1 no-barrels',
  ),

  one('nothing at all', 'src/base/heap.ts', '', 'src/base/heap.ts:1 no-empty-modules'),
  one('a promise of something', 'src/base/heap.ts', '// soon\nexport {};\n', 'src/base/heap.ts:1 no-empty-modules'),
  one('only effects', 'src/app/run.ts', 'start();\n', 'src/app/run.ts:1 no-empty-modules'),
];

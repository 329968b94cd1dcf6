/** The rooms of `src/`, from the ground up: a room only ever imports rooms named before it. */
export const rooms = [
  'base',
  'api',
  'cluster',
  'load',
  'decisions',
  'views',
  'ports',
  'controllers',
  'kube',
  'sources',
  'actuators',
  'servers',
  'simulation',
  'app',
] as const;

export type Room = (typeof rooms)[number];

/** Whether the house knows a room of this name. */
export function isRoom(name: string | undefined): name is Room {
  return rooms.some((room) => room === name);
}

/** Each room and the rooms it may import besides itself. Everything not named is forbidden. */
export const mayImport: Readonly<Record<Room, readonly Room[]>> = {
  base: [],
  api: ['base'],
  cluster: ['base', 'api'],
  load: ['base', 'api', 'cluster'],
  decisions: ['base', 'api', 'cluster', 'load'],
  views: ['base', 'api', 'cluster', 'load', 'decisions'],
  ports: ['base', 'api', 'cluster', 'load', 'decisions'],
  controllers: ['base', 'api', 'cluster', 'load', 'decisions', 'ports'],
  kube: ['base', 'api'],
  sources: ['base', 'api', 'cluster', 'load', 'ports', 'kube'],
  actuators: ['base', 'api', 'cluster', 'load', 'decisions', 'ports', 'kube'],
  servers: ['base', 'api', 'cluster', 'load', 'decisions', 'views', 'ports'],
  simulation: ['base', 'api', 'cluster', 'load', 'decisions', 'views', 'ports', 'controllers'],
  app: rooms,
};

/** Rooms that decide: synchronous, and blind to the world. The same list stands in `tsconfig.pure.json`. */
export const pureFloors: ReadonlySet<Room> = new Set(['base', 'api', 'cluster', 'load', 'decisions', 'views'] as const);

/** Rooms that describe edges and hold none: they import types, never values. */
export const typesOnlyRooms: ReadonlySet<Room> = new Set(['ports'] as const);

/** What a folder of `src/` holds at most, beside its folders and tests. */
export const folderLimits = { modules: 25, lines: 3_000 } as const;

/** The npm packages a room may import, where that is not its own choice. Such a room imports no node: module either. */
export const packagesOf: Readonly<Partial<Record<Room, readonly string[]>>> = {
  base: [],
  api: ['zod'],
  cluster: [],
  load: [],
  decisions: [],
  views: [],
  ports: [],
};

/** Packages that are nobody's choice, and what stands in their place. */
export const banishedPackages: Readonly<Record<string, string>> = {
  '@kubernetes/client-node': 'kube/ is our own client',
};

/** Folders whose files and subfolders must not know each other, and where what two of them need belongs. */
export const strangers: Readonly<Record<string, string>> = {
  'src/decisions/scheduling/plugins': 'src/decisions/scheduling',
  'src/decisions/analysis/checks': 'src/decisions/analysis',
  'src/sources': 'kube or load',
  'src/app/commands': 'src/app',
  'src/app/doctor/checks': 'src/app/doctor',
};

/** What lies lowest among its neighbours: the folder, and the neighbours it must not import. */
export const lowest: { readonly folder: string; readonly above: readonly string[] } = {
  folder: 'src/decisions/scheduling',
  above: ['src/decisions/rescheduling', 'src/decisions/analysis', 'src/decisions/admission'],
};

/** The browser's package: it may take types, and only from the rooms made to be looked at. */
export const dashboard: { readonly folder: string; readonly mayTakeTypesFrom: readonly Room[] } = {
  folder: 'dashboard',
  mayTakeTypesFrom: ['views', 'api'],
};

/** Modules that are run, never imported: they alone may export nothing. */
export const entryPoints: ReadonlySet<string> = new Set(['src/app/cli.ts']);

/** Names that say nothing about what is inside; also as the last word of a longer one (`string-utils`). */
export const drawerNames: ReadonlySet<string> = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'misc',
  'shared',
  'manager',
  'handler',
  'service',
  'impl',
  'data',
  'info',
]);

const AT_ONCE = 'decide at once and return the value; waiting is for controllers and edges';
const CLOCK = 'take `now` as an argument';
const EFFECT = 'return what should happen; controllers and edges make it so';
const CONFIG = 'take it as an argument; only app/ reads it';

/** What a pure floor must not touch, and what to do instead. A name stands for its members too (`console.log`). */
export const offPureFloors: Readonly<Record<string, string>> = {
  'Date.now': CLOCK,
  'new Date()': CLOCK,
  'Date()': CLOCK,
  performance: 'measure from outside, in bench/',
  'Math.random': 'take an `rng` as an argument',
  async: AT_ONCE,
  await: AT_ONCE,
  Promise: AT_ONCE,
  PromiseLike: AT_ONCE,
  AsyncIterable: AT_ONCE,
  AsyncIterator: AT_ONCE,
  AsyncGenerator: AT_ONCE,
  'import()': 'import it at the top: what a decision needs is known beforehand',
  setTimeout: AT_ONCE,
  setInterval: AT_ONCE,
  setImmediate: AT_ONCE,
  queueMicrotask: AT_ONCE,
  process: CONFIG,
  'import.meta': CONFIG,
  globalThis: CONFIG,
  fetch: EFFECT,
  console: EFFECT,
  'declare global': 'no ambient types here: import what exists',
  '/// <reference>': 'no ambient types here: import what exists',
};

/** What of `process` is configuration. */
export const environmentNames: ReadonlySet<string> = new Set(['env', 'loadEnvFile', 'argv', 'argv0', 'execArgv']);

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { withLock } from './lock.ts';
import { progressLine } from './progress-line.ts';

/** One `go build`: where its programs go below the folder, and of which packages. */
export interface BuildStep {
  readonly to: string;
  readonly args: readonly string[];
  readonly packages: readonly string[];
}

/** Programs in Go that are built from one go.mod. */
export interface GoModule<Program extends string> {
  /** Under this name they are cached. */
  readonly name: string;
  /** Where go.mod and go.sum stand. */
  readonly folder: string;
  /** Sources of our own among what is built, named from `folder`: part of the cache's key. */
  readonly sources?: readonly string[];
  /** What is built, and how: part of the cache's key, so that a changed recipe builds anew. */
  readonly recipe: readonly BuildStep[];
  readonly programs: readonly Program[];
  /** What a build is and how long it takes, for whoever waits for it. */
  readonly title: string;
}

/** Absolute paths of programs. */
export type Paths<Program extends string> = Readonly<Record<Program, string>>;

/** What every build is called with: paths and versions of this machine do not matter for what comes out. */
export const buildArguments: readonly string[] = ['build', '-v', '-trimpath', '-buildvcs=false'];

/** The Go on PATH, such as `go1.26.8`; undefined where there is none. */
export function goVersion(): string | undefined {
  const { status, stdout } = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** The programs that are in a folder. */
export function programsIn<Program extends string>(
  { programs }: GoModule<Program>,
  folder: string,
): Partial<Paths<Program>> {
  const paths = programs.map((name) => [name, join(folder, name)] as const);
  return Object.fromEntries(paths.filter(([, path]) => existsSync(path))) as Partial<Paths<Program>>;
}

/** Whether none is missing. */
export function isComplete<Program extends string>(
  { programs }: GoModule<Program>,
  found: Partial<Paths<Program>>,
): found is Paths<Program> {
  return programs.every((name) => found[name] !== undefined);
}

/** The programs, built once if need be; undefined where they are not built yet and there is no Go to build them. */
export async function builtPrograms<Program extends string>(
  module: GoModule<Program>,
): Promise<Paths<Program> | undefined> {
  const cache = cacheFolder(module);
  const done = (): boolean => isComplete(module, programsIn(module, cache));
  if (!done()) {
    if (goVersion() === undefined) return undefined;
    await buildInto(module, cache, done);
  }
  const built = programsIn(module, cache);
  if (!isComplete(module, built)) {
    throw new Error(`the build left ${cache} incomplete: ${Object.keys(built).join(', ')}`);
  }
  return built;
}

/** `$XDG_CACHE_HOME/plimsoll/NAME/KEY`: outside the checkout, and another folder for other sources or another recipe. */
function cacheFolder({ name, folder, recipe, sources = [] }: GoModule<string>): string {
  const key = createHash('sha256');
  for (const file of ['go.mod', 'go.sum', ...sources]) key.update(readFileSync(join(folder, file)));
  key.update(JSON.stringify(recipe)).update(process.platform).update(process.arch);
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'plimsoll', name, key.digest('hex').slice(0, 16));
}

/**
 * Builds every program into `folder`, which appears whole or not at all: a killed build leaves nothing half-written.
 * Builders take turns by a lock file; one that waited finds the other's work `done`.
 */
async function buildInto(module: GoModule<string>, folder: string, done: () => boolean): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  await withLock(`${folder}.lock`, async () => {
    if (done()) return;
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished);
    const progress = progressLine(module.title);
    try {
      for (const { to, args, packages } of module.recipe) {
        const whole = [...args, '-o', join(unfinished, to || '.'), ...packages];
        await goBuild(module.folder, whole, (what) => progress.step(what));
      }
    } finally {
      progress.end();
    }
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  });
}

function goBuild(folder: string, args: readonly string[], step: (what: string) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '-mod=readonly' };
  const go = spawn('go', args, { cwd: folder, env, stdio: ['ignore', 'inherit', 'pipe'] });
  const tail: string[] = [];
  createInterface(go.stderr).on('line', (line) => {
    step(line); // -v prints each package as it is compiled
    tail.push(line);
    if (tail.length > 20) tail.shift();
  });
  go.on('error', reject);
  go.on('close', (code) => {
    if (code === 0) resolve();
    else reject(new Error(`go ${args.join(' ')} ended with exit code ${code}:\n${tail.join('\n')}`));
  });
  return promise;
}

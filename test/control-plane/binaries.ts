import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { buildInto, buildRecipe, goVersion } from './build.ts';

/** The programs of a control plane, and kubectl, all built from one go.mod. */
export const programs = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl'] as const;
export type Program = (typeof programs)[number];

/** Absolute path of each program. */
export type Binaries = Readonly<Record<Program, string>>;

/** Thrown where nothing is built yet and nothing can be: tests that need a cluster are then skipped, and counted. */
export class NoControlPlane extends Error {
  override readonly name = 'NoControlPlane';
}

const folder = import.meta.dirname;

/** `$XDG_CACHE_HOME/plimsoll/control-plane/KEY`: outside the checkout, and another folder for another go.mod or recipe. */
function cacheFolder(): string {
  const key = createHash('sha256');
  for (const file of ['go.mod', 'go.sum']) key.update(readFileSync(join(folder, file)));
  key.update(JSON.stringify(buildRecipe)).update(process.platform).update(process.arch);
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'plimsoll', 'control-plane', key.digest('hex').slice(0, 16));
}

const inFolder = (at: string): Partial<Record<Program, string>> =>
  Object.fromEntries(programs.map((name) => [name, join(at, name)]).filter(([, path]) => existsSync(path!)));

const complete = (found: Partial<Record<Program, string>>): found is Binaries =>
  programs.every((name) => found[name] !== undefined);

/**
 * Finds the programs, or builds them once: first `KUBEBUILDER_ASSETS`, then the cache, else a build of about nine
 * minutes on two cores with nothing cached. What `KUBEBUILDER_ASSETS` lacks is taken from the cache or built.
 */
export async function controlPlaneBinaries(): Promise<Binaries> {
  const assets = process.env['KUBEBUILDER_ASSETS'];
  const given = assets ? inFolder(assets) : {};
  if (complete(given)) return given;
  const cache = cacheFolder();
  const cached = (): boolean => complete(inFolder(cache));
  if (!cached()) {
    if (goVersion() === undefined) {
      throw new NoControlPlane(
        'tests against a real control plane need Go 1.26 or newer (or KUBEBUILDER_ASSETS, a folder with ' +
          `${programs.join(', ')}); install Go from https://go.dev/dl and run the same command again`,
      );
    }
    await buildInto(cache, cached);
  }
  const built = inFolder(cache);
  if (!complete(built)) throw new Error(`the build left ${cache} incomplete: ${Object.keys(built).join(', ')}`);
  return { ...built, ...given };
}

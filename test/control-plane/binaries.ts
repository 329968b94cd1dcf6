import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, buildRecipe, goVersion } from './build.ts';
import { cacheFolder } from './cache-folder.ts';

/** The programs of a control plane, and kubectl, all built from one go.mod. */
export const programs = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl'] as const;
export type Program = (typeof programs)[number];

/** Absolute path of each program. */
export type Binaries = Readonly<Record<Program, string>>;

/** Thrown where nothing is built yet and nothing can be: tests that need a cluster are then skipped, and counted. */
export class NoControlPlane extends Error {
  override readonly name = 'NoControlPlane';
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
  const cache = cacheFolder('control-plane', buildRecipe, ['go.mod', 'go.sum']);
  const cached = (): boolean => complete(inFolder(cache));
  if (!cached()) {
    if (goVersion() === undefined) {
      throw new NoControlPlane(
        'tests against a real control plane need Go 1.26 or newer (or KUBEBUILDER_ASSETS, a folder with ' +
          `${programs.join(', ')}); install Go from https://go.dev/dl and run the same command again`,
      );
    }
    const title = 'building the control plane (once; about 9 minutes on 2 cores with nothing cached)';
    await build({ folder: cache, recipe: buildRecipe, title, done: cached });
  }
  const built = inFolder(cache);
  if (!complete(built)) throw new Error(`the build left ${cache} incomplete: ${Object.keys(built).join(', ')}`);
  return { ...built, ...given };
}

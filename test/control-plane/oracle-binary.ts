import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, goVersion, oracleRecipe } from './build.ts';
import { cacheFolder } from './cache-folder.ts';

const sources = readdirSync(join(import.meta.dirname, 'oracle')).filter((name) => name.endsWith('.go'));

/** Absolute path of the oracle, built on first use; undefined where it is not built and there is no Go to build it. */
export async function oracleBinary(): Promise<string | undefined> {
  const files = ['go.mod', 'go.sum', ...sources.toSorted().map((name) => join('oracle', name))];
  const folder = cacheFolder('oracle', oracleRecipe, files);
  const program = join(folder, 'oracle');
  if (existsSync(program)) return program;
  if (goVersion() === undefined) return undefined;
  const title = "building the oracle on kube-scheduler's code (once; seconds beside a built control plane)";
  await build({ folder, recipe: oracleRecipe, title, done: () => existsSync(program) });
  return program;
}

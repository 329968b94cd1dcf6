import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildArguments, builtPrograms, type GoModule } from '../support/go-module.ts';

const sources = readdirSync(join(import.meta.dirname, 'oracle')).filter((name) => name.endsWith('.go'));

const oracle: GoModule<'oracle'> = {
  name: 'oracle',
  folder: import.meta.dirname,
  title: "building the oracle on kube-scheduler's code (once; seconds beside a built control plane)",
  programs: ['oracle'],
  sources: sources.toSorted().map((name) => join('oracle', name)),
  // the flags of the control plane, so that packages compile once
  recipe: [{ to: '', args: [...buildArguments, '-tags=grpcnotrace', '-ldflags=-s -w'], packages: ['./oracle'] }],
};

/** Absolute path of the oracle, built on first use; undefined where it is not built and there is no Go to build it. */
export async function oracleBinary(): Promise<string | undefined> {
  return (await builtPrograms(oracle))?.oracle;
}

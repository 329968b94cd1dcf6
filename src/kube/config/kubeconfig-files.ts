import { readFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { kubeFault } from '#kube/faults.ts';
import { codeOf, messageOf } from './cause.ts';
import type { Kubeconfig } from './kubeconfig.ts';
import { mergeKubeconfigs } from './merge-kubeconfigs.ts';
import { readKubeconfig } from './read-kubeconfig.ts';

/** The files that a KUBECONFIG value names, in order; `:` stands between them (`;` on Windows). */
export function kubeconfigList(value: string, between: string = delimiter): readonly string[] {
  return value.split(between).filter((file) => file !== '');
}

/** What all of `files` say together; a file that is not there says nothing. */
export async function readKubeconfigFiles(files: readonly string[]): Promise<Kubeconfig> {
  const read = await Promise.all(files.map((file) => readIfThere(file)));
  return mergeKubeconfigs(read.filter((config) => config !== undefined));
}

/** The one file somebody named outright: it must be there. */
export async function readNamedKubeconfig(file: string): Promise<Kubeconfig> {
  const config = await readIfThere(file);
  if (config) return config;
  throw kubeFault('kube/bad-kubeconfig', `reading kubeconfig ${file}: no such file`);
}

async function readIfThere(file: string): Promise<Kubeconfig | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    const code = codeOf(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw kubeFault('kube/bad-kubeconfig', `reading kubeconfig ${file}: ${messageOf(cause)}`, { cause });
  }
  return readKubeconfig(file, text);
}

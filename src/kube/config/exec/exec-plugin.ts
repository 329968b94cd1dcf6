import { kubeFault } from '#kube/faults.ts';
import type { ExecEntry } from '#kube/config/kubeconfig.ts';
import type { ExecCluster } from './exec-request.ts';
import { type ExecApiVersion, execApiVersions } from './protocol.ts';

const modes = ['Never', 'IfAvailable', 'Always'] as const;

/** Whether the plugin may talk to the person at the terminal. */
type InteractiveMode = (typeof modes)[number];

/** A credential plugin that a kubeconfig names, checked. */
export interface ExecPlugin {
  readonly apiVersion: ExecApiVersion;
  readonly command: string;
  readonly args: readonly string[];
  /** On top of our own environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly interactiveMode: InteractiveMode;
  readonly installHint: string | undefined;
  /** Only for a plugin that asks for it; read before every run, since the authority may be a file. */
  readonly cluster: (() => Promise<ExecCluster>) | undefined;
}

/** Checks what was written; `at` says where. */
export function execPluginOf(
  entry: ExecEntry,
  at: (field: string) => string,
  cluster: () => Promise<ExecCluster>,
): ExecPlugin {
  const { command } = entry;
  if (command === undefined) throw kubeFault('kube/bad-kubeconfig', `reading kubeconfig ${at('command')} must be set`);
  if (entry.env.some(({ name }) => name === '')) {
    throw kubeFault('kube/bad-kubeconfig', `reading kubeconfig ${at('env')}: a variable has no name`);
  }
  const apiVersion = oneOf(execApiVersions, entry.apiVersion, at('apiVersion'));
  return {
    apiVersion,
    command,
    args: entry.args,
    env: Object.fromEntries(entry.env.map(({ name, value }) => [name, value])),
    interactiveMode: oneOf(modes, entry.interactiveMode ?? defaultMode(apiVersion), at('interactiveMode')),
    installHint: entry.installHint,
    cluster: entry.provideClusterInfo ? cluster : undefined,
  };
}

/** v1 wants it said. */
const defaultMode = (apiVersion: ExecApiVersion): InteractiveMode | undefined =>
  apiVersion === 'client.authentication.k8s.io/v1beta1' ? 'IfAvailable' : undefined;

function oneOf<Word extends string>(words: readonly Word[], said: string | undefined, place: string): Word {
  const found = words.find((word) => word === said);
  if (found !== undefined) return found;
  const problem = said === undefined ? 'must be set' : `is ${said}`;
  throw kubeFault('kube/bad-kubeconfig', `reading kubeconfig ${place} ${problem}; it may be ${words.join(', ')}`);
}

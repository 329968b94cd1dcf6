import { join } from 'node:path';
import { kubeFault } from '#kube/faults.ts';
import type { Overrides } from './choose-context.ts';
import { connect } from './connect.ts';
import type { Environment } from '#kube/config/exec/find-command.ts';
import { inCluster } from './in-cluster.ts';
import type { KubeConfig } from './kube-config.ts';
import { isEmpty } from './kubeconfig.ts';
import { kubeconfigList, readKubeconfigFiles, readNamedKubeconfig } from './kubeconfig-files.ts';
import type { ConfigurationObserver } from './observer.ts';
import type { CredentialsOptions } from './user-credentials.ts';

/** What the person or the chart asked for. */
export interface Wanted extends Overrides {
  /** --kubeconfig: this file and no other. */
  readonly kubeconfig?: string | undefined;
}

/** Where we run, as far as finding a cluster needs to know. */
export interface Surroundings {
  /** Read for KUBECONFIG, KUBERNETES_SERVICE_HOST and _PORT; handed on to exec plugins. */
  readonly env: Environment;
  readonly homeFolder: string;
  readonly stdinIsTerminal: boolean;
  readonly observer: ConfigurationObserver;
}

export interface ConfigurationOptions {
  readonly serviceAccountFolder: string;
  /** Tokens, certificates and keys in files are at most so old when they are shown. */
  readonly readAgainAfterMs: number;
  readonly pluginTimeoutMs: number;
  readonly pluginRenewBeforeMs: number;
  readonly pluginLeaveAloneMs: number;
}

export const configurationDefaults: ConfigurationOptions = {
  serviceAccountFolder: '/var/run/secrets/kubernetes.io/serviceaccount',
  readAgainAfterMs: 60_000,
  pluginTimeoutMs: 60_000,
  pluginRenewBeforeMs: 30_000,
  pluginLeaveAloneMs: 10_000,
};

/**
 * Finds out which cluster to talk to, as kubectl would:
 *   1. the kubeconfig named outright;
 *   2. those of KUBECONFIG, or where it is not set the one at home;
 *   3. where these say nothing at all, the pod's own service account.
 */
export async function loadConfiguration(
  wanted: Wanted,
  around: Surroundings,
  options: ConfigurationOptions = configurationDefaults,
): Promise<KubeConfig> {
  const credentials = credentialsOptions(around, options);
  if (wanted.kubeconfig !== undefined)
    return connect(await readNamedKubeconfig(wanted.kubeconfig), wanted, credentials);
  const files = kubeconfigFiles(around);
  const config = await readKubeconfigFiles(files);
  if (!isEmpty(config)) return connect(config, wanted, credentials);

  const pod = await inCluster(around.env, options.serviceAccountFolder, credentials.rotating);
  const asked = wanted.context ?? wanted.cluster ?? wanted.user; // a pod has nothing of that name
  if (pod.kind === 'pod' && asked === undefined)
    return { ...pod.config, namespace: wanted.namespace ?? pod.config.namespace };
  const notHere = pod.kind === 'pod' ? `a pod's own configuration has no ${asked}` : `not in a pod, for ${pod.why}`;
  throw kubeFault(
    'kube/no-configuration',
    `finding a cluster: nothing in ${files.join(', ') || 'KUBECONFIG'}; ${notHere}`,
  );
}

function kubeconfigFiles(around: Surroundings): readonly string[] {
  const { KUBECONFIG: list } = around.env;
  return list ? kubeconfigList(list) : [join(around.homeFolder, '.kube', 'config')];
}

function credentialsOptions(around: Surroundings, options: ConfigurationOptions): CredentialsOptions {
  const { env, stdinIsTerminal, observer } = around;
  return {
    rotating: { readAgainAfterMs: options.readAgainAfterMs, observer },
    plugins: {
      env,
      stdinIsTerminal,
      observer,
      timeoutMs: options.pluginTimeoutMs,
      renewBeforeMs: options.pluginRenewBeforeMs,
      leaveAloneMs: options.pluginLeaveAloneMs,
    },
  };
}

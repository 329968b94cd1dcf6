import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { certificateAuthority } from './certificate-authority.ts';
import { codeOf } from './cause.ts';
import type { Environment } from '#kube/config/exec/find-command.ts';
import type { KubeConfig } from './kube-config.ts';
import type { RotatingOptions } from './rotating.ts';
import { tokenFile } from './token-file.ts';

/** A pod's own connection, or why this is not a pod that has one. */
export type InCluster =
  | { readonly kind: 'pod'; readonly config: KubeConfig }
  | { readonly kind: 'not-a-pod'; readonly why: string };

/** What Kubernetes puts into every pod: the address in the environment; token, authority and namespace in `folder`. */
export async function inCluster(env: Environment, folder: string, options: RotatingOptions): Promise<InCluster> {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env;
  if (!host || !port)
    return { kind: 'not-a-pod', why: 'KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set' };
  const token = join(folder, 'token');
  if ((await textIfThere(token)) === undefined) return { kind: 'not-a-pod', why: `there is no ${token}` };

  const credentials = tokenFile(token, options);
  const authority = certificateAuthority({ kind: 'file', file: join(folder, 'ca.crt') }, options);
  await Promise.all([credentials.headers(-Infinity), authority.read(-Infinity)]); // what is wrong is said now
  const config: KubeConfig = {
    server: new URL(`https://${isIPv6(host) ? `[${host}]` : host}:${port}`),
    tls: { ca: (now) => authority.read(now), serverName: undefined, insecure: false },
    credentials,
    proxyUrl: undefined,
    impersonate: undefined,
    namespace: env['POD_NAMESPACE'] || (await textIfThere(join(folder, 'namespace')))?.trim() || 'default',
    disableCompression: false,
    contextName: undefined,
  };
  return { kind: 'pod', config };
}

async function textIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw cause;
  }
}

import type { ExecApiVersion } from './protocol.ts';

/** The cluster, as a plugin is told of it when it asks (`provideClusterInfo`). */
export interface ExecCluster {
  readonly server: string;
  readonly tlsServerName: string | undefined;
  readonly insecureSkipTlsVerify: boolean;
  readonly certificateAuthority: string | undefined;
  readonly proxyUrl: string | undefined;
  readonly disableCompression: boolean;
  /** The cluster's extension `client.authentication.k8s.io/exec`. */
  readonly config: unknown;
}

/** What a plugin finds in KUBERNETES_EXEC_INFO. */
export function execRequest(
  apiVersion: ExecApiVersion,
  interactive: boolean,
  cluster: ExecCluster | undefined,
): string {
  return JSON.stringify({
    kind: 'ExecCredential',
    apiVersion,
    spec: { ...(cluster ? { cluster: clusterOnTheWire(cluster) } : {}), interactive },
  });
}

function clusterOnTheWire(cluster: ExecCluster): object {
  // JSON leaves out what is undefined, as the protocol's omitempty does
  return {
    server: cluster.server,
    'tls-server-name': cluster.tlsServerName,
    'insecure-skip-tls-verify': cluster.insecureSkipTlsVerify || undefined,
    'certificate-authority-data':
      cluster.certificateAuthority === undefined
        ? undefined
        : Buffer.from(cluster.certificateAuthority).toString('base64'),
    'proxy-url': cluster.proxyUrl,
    'disable-compression': cluster.disableCompression || undefined,
    config: cluster.config ?? null, // the one field that is there even when it is not
  };
}

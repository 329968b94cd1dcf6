import { kubeFault } from '#kube/faults.ts';
import { certificateAuthority } from './certificate-authority.ts';
import type { ExecCluster } from '#kube/config/exec/exec-request.ts';
import type { TlsTrust } from './kube-config.ts';
import type { ClusterEntry } from './kubeconfig.ts';
import type { RotatingOptions, Written } from './rotating.ts';

/** The cluster's half of a connection. */
export interface ClusterConnection {
  readonly server: URL;
  readonly proxyUrl: URL | undefined;
  readonly tls: TlsTrust;
  readonly disableCompression: boolean;
  /** The same again, as an exec plugin that asks is told of it. */
  readonly forPlugins: () => Promise<ExecCluster>;
}

/** Checks a cluster entry, and reads its authority a first time: what is wrong is said now, at its place. */
export async function clusterConnection(cluster: ClusterEntry, options: RotatingOptions): Promise<ClusterConnection> {
  const written = authorityOf(cluster);
  if (written && cluster.insecureSkipTlsVerify) {
    throw kubeFault(
      'kube/bad-kubeconfig',
      `reading kubeconfig ${cluster.at('insecure-skip-tls-verify')} and a certificate authority exclude each other`,
      { remedy: 'leave insecure-skip-tls-verify out: the authority is there to verify the server with' },
    );
  }
  const authority = written && certificateAuthority(written, options);
  await authority?.read(-Infinity); // counts as old at once
  return {
    server: serverOf(cluster, written !== undefined || cluster.insecureSkipTlsVerify),
    proxyUrl: proxyOf(cluster),
    tls: {
      ca: authority && ((now) => authority.read(now)),
      serverName: cluster.tlsServerName,
      insecure: cluster.insecureSkipTlsVerify,
    },
    disableCompression: cluster.disableCompression,
    forPlugins: async () => ({
      server: cluster.server ?? '',
      tlsServerName: cluster.tlsServerName,
      insecureSkipTlsVerify: cluster.insecureSkipTlsVerify,
      certificateAuthority: await authority?.read(-Infinity),
      proxyUrl: cluster.proxyUrl,
      disableCompression: cluster.disableCompression,
      config: cluster.execExtension,
    }),
  };
}

/** What stands in the kubeconfig goes before what stands in a file. */
function authorityOf(cluster: ClusterEntry): Written | undefined {
  const { certificateAuthorityData: inline, certificateAuthority: file } = cluster;
  if (inline) return { kind: 'inline', text: inline.toString('utf8') };
  return file === undefined ? undefined : { kind: 'file', file };
}

/** As client-go reads it: without a scheme, https when anything about TLS is said and http when not. */
function serverOf(cluster: ClusterEntry, tlsIsMeant: boolean): URL {
  const { server } = cluster;
  if (server === undefined)
    throw kubeFault('kube/bad-kubeconfig', `reading kubeconfig ${cluster.at('server')} must be set`);
  const url = URL.parse(server.includes('://') ? server : `${tlsIsMeant ? 'https' : 'http'}://${server}`);
  if (url && ['http:', 'https:'].includes(url.protocol)) return url;
  throw kubeFault('kube/bad-kubeconfig', `reading kubeconfig ${cluster.at('server')} is no http or https address`);
}

function proxyOf(cluster: ClusterEntry): URL | undefined {
  if (cluster.proxyUrl === undefined) return undefined;
  const url = URL.parse(cluster.proxyUrl);
  if (url && url.host !== '' && ['http:', 'https:', 'socks5:'].includes(url.protocol)) return url;
  // the address itself is left out: it may hold a password
  throw kubeFault(
    'kube/bad-kubeconfig',
    `reading kubeconfig ${cluster.at('proxy-url')} must be an http, https or socks5 address`,
  );
}

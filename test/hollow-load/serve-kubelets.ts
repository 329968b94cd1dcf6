import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { newAuthority } from '../control-plane/keys.ts';
import type { HollowCluster } from '../hollow-nodes/hollow-cluster.ts';
import type { HollowLoad } from './hollow-load.ts';
import { pathOf } from './targets.ts';

/** The kubelets of all hollow nodes, on one port. */
export interface Kubelets {
  /** PEM of the authority by which they are known. */
  readonly ca: string;
  stop(): Promise<void>;
}

/**
 * Serves the kubelets' pages over TLS, as metrics-server wants them, and lets every node tell the API where: address,
 * port and path. Like a real kubelet it answers 401 to whoever has no client certificate that `clientCa` signed.
 */
export async function serveKubelets(cluster: HollowCluster, load: HollowLoad, clientCa: string): Promise<Kubelets> {
  const authority = await newAuthority('hollow-kubelets');
  const own = await authority.server(['localhost'], ['127.0.0.1']);
  const server = createServer({ ...own, ca: clientCa, requestCert: true, rejectUnauthorized: false });
  server.on('request', (request, response: ServerResponse) => {
    if ((request.socket as TLSSocket).authorized) load.pages(request, response);
    else response.writeHead(401).end('Unauthorized\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await cluster.serveKubelets((node) => ({
    address: '127.0.0.1',
    port,
    resourceMetricsPath: pathOf(node, 'metrics/resource'),
  }));
  return {
    ca: authority.cert,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

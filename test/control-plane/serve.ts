import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { KubeObject } from '../support/kube-api.ts';
import { newAuthority } from './keys.ts';

/** A server that the API server can be led to. */
export interface Serving {
  readonly port: number;
  readonly caBundle: string;
  readonly seen: string[];
  readonly close: () => Promise<void>;
}

export type Answer = (url: URL, body: KubeObject) => { status?: number; body: KubeObject };

/** A small HTTPS server of its own authority, as a webhook or an aggregated API would be. */
export async function serve(dnsName: string, answer: Answer): Promise<Serving> {
  const authority = await newAuthority('extension');
  const { cert, key } = await authority.server([dnsName], ['127.0.0.1']);
  const seen: string[] = [];
  const server: Server = createServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'https://x');
      seen.push(`${request.method} ${url.pathname}`);
      const sent = Buffer.concat(chunks).toString();
      const { status = 200, body } = answer(url, sent === '' ? undefined : JSON.parse(sent));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    caBundle: Buffer.from(authority.cert).toString('base64'),
    seen,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { newAuthority } from '../../control-plane/keys.ts';
import type { UpstreamOptions } from './upstream.ts';

/** A little server for the proxy's own tests, which says back what it was asked. */
export interface StubUpstream extends UpstreamOptions {
  /** What arrived. */
  readonly asked: readonly IncomingMessage[];
  /** Sends a line in every open watch. */
  tell(line: string): void;
  /** Sends a piece of one. */
  send(text: string): void;
  /** How many watches are open. */
  watches(): number;
  connections(): number;
  stop(): Promise<void>;
}

export type StubKeys = Readonly<Record<'ca' | 'cert' | 'key', string>>;

export async function stubKeys(): Promise<StubKeys> {
  const authority = await newAuthority('stub-ca');
  return { ca: authority.cert, ...(await authority.server(['localhost'], ['127.0.0.1'])) };
}

/** The answer to everything but `/big`, `/echo` and watches. */
export const pods: string = JSON.stringify({ kind: 'PodList', items: [{ metadata: { name: 'web' } }] });
/** More than the kernel buffers of both connections take in. */
export const bigBytes = 32_000_000;

export async function startStubUpstream({ ca, cert, key }: StubKeys): Promise<StubUpstream> {
  const asked: IncomingMessage[] = [];
  const watching = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  const server = createServer({ cert, key, keepAliveTimeout: 0 });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    asked.push(request);
    if (request.url?.includes('watch=true')) watch(response);
    else answer(request, response);
  });

  function watch(response: ServerResponse): void {
    watching.add(response);
    response.once('close', () => watching.delete(response));
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
  }

  const send = (text: string): void => watching.forEach((response) => response.write(text));

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca,
    asked,
    tell: (line) => send(`${line}\n`),
    send,
    watches: () => watching.size,
    connections: () => sockets.size,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  response.setHeader('warning', ['299 - "one"', '299 - "two"']);
  if (request.url === '/big') response.end(Buffer.alloc(bigBytes, 'x'));
  else if (request.url === '/echo') request.pipe(response);
  else response.setHeader('content-length', pods.length).end(pods);
}

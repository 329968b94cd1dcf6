import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock } from '#ports/clock.ts';
import { reasonOf, serverFault } from './faults.ts';
import { send } from './reply.ts';
import { answer, type Routes } from './routes.ts';

export interface ListenOptions {
  /** Absent: every address of the machine. */
  readonly host?: string;
  /** 0: any free port. */
  readonly port: number;
  /** A client that has not sent its headers by then gets 408. */
  readonly headersTimeoutMs: number;
  /** As above for the whole request; also how long a connection with an open request may stay silent. */
  readonly requestTimeoutMs: number;
  readonly keepAliveMs: number;
  /** Larger headers get 431. */
  readonly maxHeaderBytes: number;
  /** Further connections are closed at once. */
  readonly maxConnections: number;
}

/** How a close went: every open request was answered, or the rest were cut off at the deadline. */
export type CloseOutcome = 'ended' | 'cut-off';

/** A server that has its address. */
export interface Listening {
  readonly host: string;
  readonly port: number;
  /** Takes no more connections, drops the idle ones, and lets open requests end within the time given. */
  close(withinMs: number): Promise<CloseOutcome>;
}

/** Serves the routes over plain HTTP. */
export async function listen(routes: Routes, clock: Clock, options: ListenOptions): Promise<Listening> {
  let closing: Promise<CloseOutcome> | undefined;
  const server = limited(options, (request, response) => {
    void respond(request, response).catch(() => response.destroy());
  });
  const sockets = socketsOf(server);

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = await answer(routes, request);
    if (closing !== undefined || hasBody(request)) response.setHeader('Connection', 'close');
    send(response, reply);
  }

  const { address, port } = await bound(server, options);
  return { host: address, port, close: (withinMs) => (closing ??= closeWithin({ server, sockets, clock }, withinMs)) };
}

function limited(options: ListenOptions, asked: (request: IncomingMessage, response: ServerResponse) => void): Server {
  const { headersTimeoutMs, requestTimeoutMs } = options;
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      // how often Node looks for the two above; its own 30 s would make them that much longer
      connectionsCheckingInterval: Math.ceil(Math.min(headersTimeoutMs, requestTimeoutMs) / 2),
      keepAliveTimeout: options.keepAliveMs,
      maxHeaderSize: options.maxHeaderBytes,
    },
    asked,
  );
  server.timeout = requestTimeoutMs;
  server.maxConnections = options.maxConnections;
  return server;
}

/** The connections open at any time. */
function socketsOf(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

// nothing served here reads a body: what is left of one must not be taken for the next request
function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || (request.headers['content-length'] ?? '0') !== '0';
}

async function bound(server: Server, { host, port }: ListenOptions): Promise<AddressInfo> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ port, ...(host === undefined ? {} : { host }) }, resolve);
  try {
    await promise;
  } catch (cause) {
    throw serverFault('servers/cannot-listen', `listening on ${host ?? '*'}:${port}: ${reasonOf(cause)}`, { cause });
  }
  // from here on an error is a connection that could not be accepted: its client tries again, we stay
  server.on('error', () => {});
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a listening TCP server has an address');
  return address;
}

interface Closing {
  readonly server: Server;
  readonly sockets: ReadonlySet<Socket>;
  readonly clock: Clock;
}

async function closeWithin({ server, sockets, clock }: Closing, withinMs: number): Promise<CloseOutcome> {
  const ended = new Promise<CloseOutcome>((resolve) => server.close(() => resolve('ended')));
  // Node closes connections between two requests; to it, one that never sent anything is busy
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  const waiting = new AbortController();
  const late = clock.sleep(withinMs, waiting.signal).then(
    (): CloseOutcome => 'cut-off',
    (): CloseOutcome => 'ended',
  );
  const outcome = await Promise.race([ended, late]);
  waiting.abort();
  for (const socket of sockets) socket.destroy();
  await ended;
  return outcome;
}

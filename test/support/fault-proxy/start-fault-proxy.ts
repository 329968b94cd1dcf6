import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { newAuthority } from '../../control-plane/keys.ts';
import { freePort } from '../free-port.ts';
import type { Aim, RequestMatch } from './aim.ts';
import { Exchange } from './exchange.ts';
import type { Fault } from './fault.ts';
import { FaultBoard, type Injected, type Injection } from './fault-board.ts';
import { type ConnectionCounts, Listener } from './listener.ts';
import { type RequestRecord, Traffic } from './traffic.ts';
import { Upstream, type UpstreamOptions } from './upstream.ts';

export interface FaultProxyOptions {
  readonly upstream: UpstreamOptions;
  /** Its serving certificate and key, signed by upstream's authority; by default one of an authority of its own. */
  readonly cert?: string;
  readonly key?: string;
}

/** The switches. */
export interface Faults {
  /** Switches a fault on, at once. */
  inject(fault: Fault, aim?: Aim): Injected;
  /** Switches all off. */
  clear(): Promise<void>;
  /** What was injected so far. */
  readonly log: readonly Injection[];
}

/** A server before the API server, at which things go wrong when told to. */
export interface FaultProxy {
  /** `https://127.0.0.1:PORT`, the same port all its life. */
  readonly url: string;
  /** PEM of the authority that its clients are to trust. */
  readonly ca: string;
  readonly faults: Faults;
  /** Clients' TCP connections, now and ever. */
  connections(): ConnectionCounts;
  /** Every request that came, in order; or those that match. */
  requests(match?: RequestMatch): readonly RequestRecord[];
  /** Requests by method, path and status: `{'GET /api/v1/pods 200': 2}`. */
  counts(): Readonly<Record<string, number>>;
  inFlight(): number;
  /** RST to every open connection. */
  resetAll(): void;
  /** Closes every socket on both sides; resolves when they are closed. */
  stop(): Promise<void>;
}

/** Starts one on a free loopback port. It speaks HTTP/1.1, and passes on everything but what is injected. */
export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const port = await freePort();
  const { ca, cert, key } = await servingKeys(options);
  const upstream = new Upstream(options.upstream);
  const traffic = new Traffic();
  // idle connections are upstream's affair: we close none by ourselves
  const timeouts = { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 };
  const server = createServer({ cert, key, ...timeouts });
  const listener = new Listener(port, welcome);
  const board = new FaultBoard({ listener, running: traffic.running });

  function welcome(socket: Socket): void {
    if (board.swallowsConnection()) socket.resume().once('end', () => socket.destroy());
    else server.emit('connection', socket);
  }

  server.on('request', (request, response) => {
    const socket = listener.socketOf(request);
    if (socket === undefined) return; // gone before we looked
    const exchange = new Exchange(request, response, socket);
    traffic.add(exchange);
    board.meet(exchange);
    void upstream.serve(exchange);
  });
  await listener.open();
  return {
    url: `https://127.0.0.1:${port}`,
    ca,
    faults: board,
    connections: () => listener.counts,
    requests: (match = {}) => traffic.requests(match),
    counts: () => traffic.counts(),
    inFlight: () => traffic.running.size,
    resetAll: () => listener.resetAll(),
    async stop() {
      await listener.stop();
      await upstream.stop();
    },
  };
}

async function servingKeys({ upstream, cert, key }: FaultProxyOptions): Promise<Record<'ca' | 'cert' | 'key', string>> {
  if (cert !== undefined && key !== undefined) return { ca: upstream.ca, cert, key };
  const authority = await newAuthority('fault-proxy-ca');
  return { ca: authority.cert, ...(await authority.server(['localhost'], ['127.0.0.1'])) };
}

import type { OnReadOpts, Socket } from 'node:net';
import { buildConnector, Client, type Dispatcher, ProxyAgent } from 'undici';
import type { KubeConfig } from '#kube/config/kube-config.ts';
import { ReceiveMemory } from './receive-memory.ts';
import { type TlsMaterial, trusted } from './tls-material.ts';

export interface ConnectionOptions {
  readonly connectTimeoutMs: number;
  /** An idle connection is closed after so long, before the server does it (kube-apiserver: 90 s). */
  readonly idleMs: number;
  /** When a quiet connection is first probed by TCP. */
  readonly probeAfterMs: number;
  readonly longestHeadersBytes: number;
}

/** Told of every socket: as it comes to be, and once it is connected. */
export interface SocketWatcher {
  readonly created: (socket: Socket) => void;
  readonly connected: (socket: Socket) => void;
}

/** What one lane sends through. TLS sessions are shared by all that come from one maker. */
export type DispatcherMaker = (watcher: SocketWatcher) => Dispatcher;

export function dispatcherMaker(
  config: KubeConfig,
  material: TlsMaterial,
  options: ConnectionOptions,
): DispatcherMaker {
  const { server, tls, proxyUrl } = config;
  const client = {
    allowH2: false, // Go would prefer it, and then all watches would share one TCP connection
    pipelining: 1,
    keepAliveTimeout: options.idleMs,
    keepAliveMaxTimeout: options.idleMs,
    maxHeaderSize: options.longestHeadersBytes,
    headersTimeout: 0, // deadlines are the transport's own
    bodyTimeout: 0,
  };
  const toServer: buildConnector.BuildOptions = {
    ...(server.protocol === 'https:' ? tlsOptions(config, material) : {}),
    allowH2: false,
    timeout: options.connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelay: options.probeAfterMs,
  };
  if (proxyUrl === undefined) {
    const connect = receiving(toServer);
    return (watcher) => new Client(server.origin, { ...client, connect: watched(connect, watcher, tls.serverName) });
  }
  return (watcher) =>
    new ProxyAgent({
      ...client,
      uri: proxyUrl.href,
      connections: 1,
      connectTimeout: options.connectTimeoutMs,
      requestTls: toServer,
      clientFactory: (proxy, { connect }: { connect?: buildConnector.connector }) =>
        new Client(proxy, { connect: watched(connect!, watcher, undefined) }),
    });
}

function tlsOptions({ tls }: KubeConfig, material: TlsMaterial): buildConnector.BuildOptions {
  const ca = trusted(material);
  return {
    ca: typeof ca === 'string' ? ca : [...ca],
    rejectUnauthorized: !tls.insecure,
    ...(tls.serverName === undefined ? {} : { servername: tls.serverName }),
    ...material.certificate,
  };
}

/** `serverName` wins over the host's own name, which undici would put first. */
function watched(
  connect: buildConnector.connector,
  watcher: SocketWatcher,
  serverName: string | undefined,
): buildConnector.connector {
  return (to, callback) => {
    const named = { ...to, ...(serverName === undefined ? {} : { servername: serverName }) };
    const socket = connecting(connect, named, (...told) => {
      if (told[1] !== null && told[1] !== undefined) watcher.connected(told[1]);
      callback(...told);
    });
    if (socket !== undefined) watcher.created(socket);
  };
}

/** Each of its sockets receives into memory of its own. */
function receiving(options: buildConnector.BuildOptions): buildConnector.connector {
  let memory = new ReceiveMemory();
  // read by Node while it makes a socket: the options are the same for all
  const onread: OnReadOpts = {
    get buffer() {
      return memory.buffer;
    },
    get callback() {
      return memory.callback;
    },
  };
  const connect = buildConnector({ ...options, onread });
  return (to, callback) => {
    const itsOwn = (memory = new ReceiveMemory());
    const socket = connecting(connect, to, callback);
    if (socket !== undefined) itsOwn.belongsTo(socket);
    return socket;
  };
}

/** Typed as returning nothing, a connector returns the socket: the only way to know one that still connects. */
function connecting(
  connect: buildConnector.connector,
  ...[to, callback]: Parameters<buildConnector.connector>
): Socket | undefined {
  const socket: unknown = connect(to, callback);
  return isSocket(socket) ? socket : undefined;
}

const isSocket = (value: unknown): value is Socket =>
  typeof value === 'object' && value !== null && 'destroy' in value && 'once' in value;

import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';

/** One HTTP request, with everything that goes over the wire. */
export interface HttpAsk {
  readonly method: 'GET' | 'POST';
  /** Without user and password: those travel in headers. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the exchange, the body included. */
  readonly signal: AbortSignal;
}

/** An answer whose body is still coming; it holds a connection until the loop over `body` is left. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** One request and its answer, redirects and error statuses included. The only thing here that knows how HTTP is spoken. */
export type HttpExchange = (ask: HttpAsk) => Promise<HttpAnswer>;

/** Whom to trust, and what to show. PEM texts. */
export interface TlsMaterial {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** The name that must stand in the server's certificate, where it is not the URL's host. */
  readonly serverName?: string;
}

/** How connections to one server are made. */
export interface Route {
  readonly tls: TlsMaterial;
  /** May hold user and password. */
  readonly proxyUrl?: URL;
  readonly maxConnections: number;
}

/** Connections kept alive over many exchanges. */
export interface Connections {
  readonly exchange: HttpExchange;
  /** Takes no more: what is idle closes now, what is under way ends first. */
  retire(): void;
  /** Closes everything now. */
  close(): void;
}

/** Makes connections; handed in, so that what is asked can be listened to. */
export type Connect = (route: Route) => Connections;

const CONNECT_WITHIN_MS = 10_000;
const PROBE_AFTER_MS = 30_000;
/** Below the 60 s after which the most impatient of common gateways hangs up, above the time between two passes. */
const IDLE_MS = 55_000;

/** HTTP/1.1, with CONNECT through a proxy for https and the absolute form for http. */
export const connectByUndici: Connect = (route) => {
  const dispatcher = dispatcherOf(route);
  return {
    exchange: (ask) => begin(dispatcher, ask, 1),
    retire: () => void dispatcher.close(),
    close: () => void dispatcher.destroy(),
  };
};

function dispatcherOf({ tls, proxyUrl, maxConnections }: Route): Dispatcher {
  const pool = {
    connections: maxConnections,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    headersTimeout: 0, // deadlines are the client's own
    bodyTimeout: 0,
    allowH2: false,
  };
  const connection = { timeout: CONNECT_WITHIN_MS, keepAlive: true, keepAliveInitialDelay: PROBE_AFTER_MS };
  const toServer = { ...connection, ...tlsOptions(tls), allowH2: false };
  if (proxyUrl === undefined) return new Agent({ ...pool, connect: named(buildConnector(toServer), tls.serverName) });
  return new ProxyAgent({
    ...pool,
    uri: proxyUrl.href,
    connectTimeout: CONNECT_WITHIN_MS,
    proxyTls: connection,
    requestTls: toServer,
    // what goes to the proxy in the absolute form would have no bounds otherwise
    factory: (origin, options: Pool.Options) => new Pool(origin, { ...options, ...pool }),
  });
}

// absent options must stay absent: an undefined `ca` would be taken for "trust nobody"
function tlsOptions({ ca, cert, key, serverName }: TlsMaterial): Record<string, string> {
  const all = { ca, cert, key, servername: serverName };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** `serverName` wins over the host's own name, which undici would put first. */
function named(connect: buildConnector.connector, serverName: string | undefined): buildConnector.connector {
  if (serverName === undefined) return connect;
  return (to, callback) => connect({ ...to, servername: serverName }, callback);
}

async function begin(dispatcher: Dispatcher, ask: HttpAsk, repeats: number): Promise<HttpAnswer> {
  const { method, url, headers, body = null, signal } = ask;
  const sending = { method, origin: url.origin, path: `${url.pathname}${url.search}`, headers, body, signal };
  try {
    const answer = await dispatcher.request(sending);
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  } catch (thrown) {
    // the server may have closed an idle connection while we took it up again; a question asked twice changes nothing
    if (repeats === 0 || signal.aborted || !isCut(thrown)) throw thrown;
    return begin(dispatcher, ask, repeats - 1);
  }
}

function isCut(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || !('code' in thrown)) return false;
  return thrown.code === 'ECONNRESET' || thrown.code === 'EPIPE' || thrown.code === 'UND_ERR_SOCKET';
}

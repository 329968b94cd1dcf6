import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

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

/** Makes connections; handed in, so that another HTTP client can take Node's place. */
export type Connect = (route: Route) => Connections;

const PROBE_AFTER_MS = 30_000;

/** Node's own HTTP/1.1, with CONNECT through a proxy for https and the absolute form for http. */
export const connectByNode: Connect = (route) => {
  const { proxyUrl, maxConnections } = route;
  const proxy = proxyUrl?.href;
  const always = { keepAlive: true, keepAliveMsecs: PROBE_AFTER_MS, maxSockets: maxConnections };
  const plain = new HttpAgent({ ...always, ...(proxy === undefined ? {} : { proxyEnv: { HTTP_PROXY: proxy } }) });
  const secure = new HttpsAgent({
    ...always,
    ...tlsOptions(route.tls),
    ...(proxy === undefined ? {} : { proxyEnv: { HTTPS_PROXY: proxy } }),
  });
  return {
    exchange: (ask) =>
      ask.url.protocol === 'https:' ? begin(httpsRequest, secure, ask) : begin(httpRequest, plain, ask),
    retire() {
      for (const agent of [plain, secure]) {
        agent.maxFreeSockets = 0;
        for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
      }
    },
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
};

// absent options must stay absent: an undefined `ca` would be taken for "trust nobody"
function tlsOptions({ ca, cert, key, serverName }: TlsMaterial): Record<string, string> {
  const named = { ca, cert, key, servername: serverName };
  return Object.fromEntries(Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function begin(request: typeof httpRequest, agent: HttpAgent, ask: HttpAsk): Promise<HttpAnswer> {
  const { method, url, headers, body, signal } = ask;
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers, agent, signal }, (answer) => resolve(answerOf(answer)));
    asking.once('error', (error) => {
      // the server closed an idle connection while we took it up again: it saw nothing of this
      if (asking.reusedSocket && isCut(error)) resolve(begin(request, agent, ask));
      else reject(error);
    });
    asking.end(body);
  });
}

function isCut(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

function answerOf(answer: IncomingMessage): HttpAnswer {
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: answer as AsyncIterable<Uint8Array> };
}

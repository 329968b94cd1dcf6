import { once } from 'node:events';
import {
  createServer as createPlain,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { newAuthority, type Authority } from '../control-plane/keys.ts';

/** A request as the stub saw it, its form read from wherever it was sent. */
export interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly form: URLSearchParams;
  /** The CN of the client's certificate. */
  readonly certified: string | undefined;
}

/** What the stub answers: a whole reply, `hang` for none at all, or `cut` to close the connection instead. */
export type StubReply =
  | 'hang'
  | 'cut'
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string | object | Buffer };

export interface StubPrometheus {
  readonly url: string;
  readonly requests: readonly StubRequest[];
  /** Connections there ever were. */
  readonly connections: () => number;
  /** Resolves when nobody is connected any more. */
  readonly deserted: () => Promise<void>;
  readonly close: () => void;
}

export interface StubOptions {
  /** Speaks TLS, with a certificate that this authority signs for 127.0.0.1; asks for, but does not insist on, one in return. */
  readonly authority?: Authority;
}

/** A server that says whatever a test wants; it ends with the test. */
export async function stubPrometheus(
  reply: (request: StubRequest) => StubReply | Promise<StubReply>,
  { authority }: StubOptions = {},
): Promise<StubPrometheus> {
  const requests: StubRequest[] = [];
  const listener: RequestListener = (request, response) => {
    void (async () => {
      const seen = await read(request);
      requests.push(seen);
      send(response, await reply(seen));
    })();
  };
  const server =
    authority === undefined
      ? createPlain(listener)
      : createSecure(
          {
            ...(await authority.server(['localhost'], ['127.0.0.1'])),
            ca: authority.cert,
            requestCert: true,
            rejectUnauthorized: false,
          },
          listener,
        );
  const open = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server without a port');
  const close = (): void => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  onTestFinished(close);
  const deserted = async (): Promise<void> => {
    while (open.size > 0) await new Promise(setImmediate);
  };
  const scheme = authority === undefined ? 'http' : 'https';
  const url = `${scheme}://127.0.0.1:${address.port}`;
  return { url, requests, connections: () => connections, deserted, close };
}

async function read(request: IncomingMessage): Promise<StubRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://stub');
  const form = new URLSearchParams([...url.searchParams, ...new URLSearchParams(Buffer.concat(chunks).toString())]);
  const { socket } = request;
  const certificate = 'getPeerCertificate' in socket ? (socket as { getPeerCertificate(): Certificate }) : undefined;
  return {
    method: request.method ?? '',
    path: url.pathname,
    headers: request.headers,
    form,
    certified: certificate?.getPeerCertificate().subject?.CN,
  };
}

interface Certificate {
  readonly subject?: { readonly CN?: string };
}

function send(response: ServerResponse, reply: StubReply): void {
  if (reply === 'hang') return;
  if (reply === 'cut') return void response.destroy();
  const { status = 200, headers = {}, body = '' } = reply;
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

/** One series of an answer: its labels, its value, and when it was evaluated. */
export type StubSeries = readonly [metric: Readonly<Record<string, string>>, value: unknown, seconds?: number];

/** A vector, as Prometheus answers it. */
export function aVector(series: readonly StubSeries[], more: object = {}): object {
  const result = series.map(([metric, value, seconds = 1_796_032_800]) => ({ metric, value: [seconds, value] }));
  return { status: 'success', data: { resultType: 'vector', result }, ...more };
}

let authority: Promise<Authority> | undefined;

/** One private authority for all tests of a file: keys take longer than most of them. */
export function privateAuthority(): Promise<Authority> {
  return (authority ??= newAuthority('a-private-ca'));
}

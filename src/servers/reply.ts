import type { ServerResponse } from 'node:http';

/** What is answered, before it is bytes. */
export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function textReply(status: number, body: string): Reply {
  return { status, contentType: 'text/plain; charset=utf-8', body };
}

export function jsonReply(status: number, value: object): Reply {
  return { status, contentType: 'application/json', body: `${JSON.stringify(value)}\n` };
}

/** What every reply says: nothing served here is to be kept by a cache or guessed at by a browser. */
const always = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

/** Writes the reply; to HEAD, Node leaves the body out and the lengths in. */
export function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, {
    ...always,
    ...reply.headers,
    'Content-Type': reply.contentType,
    'Content-Length': Buffer.byteLength(reply.body),
  });
  response.end(reply.body);
}

import type { IncomingMessage } from 'node:http';
import { reasonOf } from './faults.ts';
import { jsonReply, type Reply } from './reply.ts';

/** What a route needs to know of a request. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly accept: string;
}

export type Route = (asked: Asked) => Reply | Promise<Reply>;

/** Read-only routes by exact path. */
export type Routes = ReadonlyMap<string, Route>;

const reading = ['GET', 'HEAD'];

/** The reply to a request. Never rejects: a route that throws is answered with 500. */
export async function answer(routes: Routes, request: IncomingMessage): Promise<Reply> {
  const asked = askedOf(request);
  const route = routes.get(asked.path);
  if (route === undefined) {
    return jsonReply(404, { message: `nothing is served at ${asked.path}`, served: [...routes.keys()] });
  }
  if (!reading.includes(asked.method)) {
    const refused = jsonReply(405, { message: `${asked.path} is read with GET or HEAD, not ${asked.method}` });
    return { ...refused, headers: { Allow: reading.join(', ') } };
  }
  try {
    return await route(asked);
  } catch (cause) {
    return jsonReply(500, { message: `answering ${asked.method} ${asked.path}: ${reasonOf(cause)}` });
  }
}

function askedOf(request: IncomingMessage): Asked {
  // the base only completes the URL; what a client puts there instead is not looked at
  const url = URL.parse(request.url ?? '/', 'http://plimsoll.invalid');
  return {
    method: request.method ?? 'GET',
    path: url?.pathname ?? request.url ?? '/',
    query: url?.searchParams ?? new URLSearchParams(),
    accept: request.headers.accept ?? '',
  };
}

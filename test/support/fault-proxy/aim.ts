import type { RequestRecord } from './traffic.ts';

/** Which requests are meant; what is left out is any. */
export interface RequestMatch {
  readonly method?: string;
  /** A text is the whole path without query; an expression is tried on path and query. */
  readonly path?: string | RegExp;
  readonly watch?: boolean;
  /** The bearer token. */
  readonly token?: string;
}

/** Which requests a fault hits, and how many of them. For a black hole, only `nth` and `times` count: of connections. */
export interface Aim extends RequestMatch {
  /** The first to be hit of those that match from now on: 1, the very next, by default. */
  readonly nth?: number;
  /** How many are hit: by default only one where `nth` is given, else all until the fault is cleared. */
  readonly times?: number;
  /** Answers under way are hit too; by default only requests to come. */
  readonly underWay?: boolean;
}

export function matches({ method, path, watch, token }: RequestMatch, request: RequestRecord): boolean {
  if (method !== undefined && method !== request.method) return false;
  if (watch !== undefined && watch !== request.watch) return false;
  if (token !== undefined && token !== request.token) return false;
  if (path === undefined) return true;
  // a copy: a global expression would remember where it was
  return typeof path === 'string' ? path === request.path : new RegExp(path).test(request.path + request.query);
}

/** Whether the `seen`th that matches is to be hit. */
export function isDue({ nth, times = nth === undefined ? Infinity : 1 }: Aim, seen: number): boolean {
  const first = nth ?? 1;
  return seen >= first && seen < first + times;
}

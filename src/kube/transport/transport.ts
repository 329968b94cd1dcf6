import type { ReceivedHeaders } from './exchange.ts';

/**
 * What goes first when the client-side rate limit bites: losing a lease stops everything, a late event hurts nobody.
 * From the most to the least urgent.
 */
export const priorities = ['lease', 'act', 'read', 'status', 'annotate', 'event'] as const;
export type Priority = (typeof priorities)[number];

/** One HTTP request to the API server, without credentials: the transport adds those. */
export interface Ask {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Begins with a slash; a path of the server's own URL goes before it. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** `application/json` unless said otherwise. */
  readonly contentType?: string;
  /** `application/json` unless said otherwise. */
  readonly accept?: string;
  /** `read` unless said otherwise. */
  readonly priority?: Priority;
  /** For the whole exchange, waiting and repeats included; for a stream, until its headers. */
  readonly deadlineMs?: number;
  /**
   * Whether doing it twice is the same as doing it once. `yes`: repeated on a fault or a 5xx, with backoff.
   * `no`: repeated only where the server cannot have taken it: connection refused, 429.
   * `by-caller`: never repeated but with new credentials, because the caller repeats it by rules of its own.
   */
  readonly repeatable: 'yes' | 'no' | 'by-caller';
  /** Large answers to a GET come compressed unless this says `none`: less to carry, more to compute. */
  readonly compression?: 'gzip' | 'none';
  readonly signal?: AbortSignal;
}

/** An answer below 300, whole. Everything else is thrown as a `KubeFault`. */
export interface Answer {
  readonly status: number;
  readonly headers: ReceivedHeaders;
  readonly body: Uint8Array;
  /** What the server wants users to know (`Warning` headers). */
  readonly warnings: readonly string[];
}

/** An answer below 300 whose body is still coming. It holds a connection until the loop over `body` is left. */
export interface StreamedAnswer {
  readonly status: number;
  readonly headers: ReceivedHeaders;
  /**
   * Chunks as they arrive, each all that waits and good until the next is asked for: copy what is to be kept. A slow
   * reader slows the server down.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/** The way to one API server with one identity. */
export interface Transport {
  request(ask: Ask): Promise<Answer>;
  stream(ask: Ask): Promise<StreamedAnswer>;
  /** Ends every request with `kube/aborted` and closes the connections. */
  close(): Promise<void>;
}

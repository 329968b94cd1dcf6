/**
 * When a cut happens to an exchange:
 *
 *   'request'  before the request goes on: upstream never hears of it
 *   'answer'   when upstream has answered, and nothing of that has gone on: what was asked for is done all the same
 *   a number   after so many bytes of the answer's body; 0 is right after its headers
 *   'end'      after the whole body: a stall withholds only its end, a reset or half-close hits the idle connection
 *
 * In an answer that was under way when the fault was switched on, bytes count from there: 0 is now.
 */
export type Moment = 'request' | 'answer' | number | 'end';

/** An answer of our own instead of upstream's, which is not asked. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What can happen to a request, its answer or the connection they are on. */
export type ExchangeFault =
  /** Holds up the request before it goes on, or each chunk of the answer. */
  | { readonly kind: 'latency'; readonly ms: number; readonly per: 'request' | 'chunk' }
  /** All answers that it hits share a line so narrow. */
  | { readonly kind: 'bandwidth'; readonly bytesPerS: number }
  /**
   * The connection stays open and nothing comes. What is `held` makes upstream wait, and goes on once the fault is
   * cleared; what is `swallowed` is taken from upstream and lost, and the answer never ends.
   */
  | { readonly kind: 'stall'; readonly at: Moment; readonly bytes: 'held' | 'swallowed' }
  /** RST. */
  | { readonly kind: 'reset'; readonly at: Moment }
  /** FIN: we write no more, and still read. */
  | { readonly kind: 'half-close'; readonly at: Moment }
  /** A body cut short, with a proper end. Without `Content-Length`, unless the answer was under way already. */
  | { readonly kind: 'truncate'; readonly at: number }
  /** Ends the answer properly after so long, behind a whole line. */
  | { readonly kind: 'end'; readonly afterMs: number }
  /** A line of its own between those of a watch, behind so many of them. */
  | { readonly kind: 'garbage-line'; readonly line: string; readonly afterLines: number }
  /** A watch loses its bookmarks, or all but the one that ends the initial events. */
  | { readonly kind: 'drop-bookmarks'; readonly initialEventsEnd: 'kept' | 'dropped' }
  | Answer;

/** What can happen to those who connect anew. Connections that are open already go on. */
export type ConnectionFault =
  /** TCP is accepted, the TLS handshake never answered. */
  | { readonly kind: 'black-hole' }
  /** Nothing listens on the port. */
  | { readonly kind: 'refuse' };

export type Fault = ExchangeFault | ConnectionFault;

/** A fault at work on one exchange. */
export interface Hit {
  readonly fault: ExchangeFault;
  /** Aborted once the fault is switched off. */
  readonly cleared: AbortSignal;
  /** The line that all hits of one bandwidth fault share: free again at this time of `performance.now()`. */
  readonly line: { freeAtMs: number };
}

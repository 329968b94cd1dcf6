import type { BackoffOptions } from '#kube/transport/backoff.ts';

export interface ReflectorOptions {
  /** How the list is asked for: as a watch's initial events, in pages where the server cannot; or in pages from the start. */
  readonly list: 'streamed' | 'paged';
  /** Objects a page, where the list comes in pages. */
  readonly pageSize: number;
  /** A watch is opened for a time between this and twice this, so that watches do not end together. */
  readonly watchForMs: number;
  /** A watch heard nothing of for so long is reopened. The API server sends a bookmark every minute. */
  readonly silenceMs: number;
  /** Initial events that fall silent for so long before their closing bookmark are given up: the list comes in pages from then on. */
  readonly initialSilenceMs: number;
  /** How long a watch may take to open: until its headers. */
  readonly openWithinMs: number;
  /** How long a page may take to begin: until its headers. */
  readonly pageWithinMs: number;
  readonly backoff: BackoffOptions;
  /** A watch that lived so long, or told anything, begins the backoff anew when it ends. */
  readonly healthyAfterMs: number;
  /** Consecutive answers that make no sense at a version, before everything is listed anew. */
  readonly tries: number;
  /** Decoding hands the event loop back after so long. */
  readonly turnMs: number;
  /** Compressed answers save the network and cost both sides time. */
  readonly compression: 'gzip' | 'none';
}

export const reflectorDefaults: ReflectorOptions = {
  list: 'streamed',
  pageSize: 500,
  watchForMs: 5 * 60_000,
  silenceMs: 90_000,
  initialSilenceMs: 30_000,
  openWithinMs: 30_000,
  pageWithinMs: 60_000,
  backoff: { baseMs: 800, capMs: 30_000 },
  healthyAfterMs: 5000,
  tries: 3,
  turnMs: 8,
  compression: 'none',
};

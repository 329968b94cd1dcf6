import type { Reading } from '#load/sample.ts';

/** The debounced judgement: N samples deep, never of a moment. */
export type Verdict = 'hot' | 'cool' | 'unknown';

/** How one signal of one node is judged, with every number that went into it. */
export interface SignalVerdict {
  readonly signal: string;
  readonly verdict: Verdict;
  readonly reading: Reading;
  readonly threshold: number;
  readonly release: number;
  /** Samples above the threshold and below the release level, of the last `depth`; `depth` grows to `of`. */
  readonly above: number;
  readonly below: number;
  readonly depth: number;
  readonly of: number;
  /** The verdict rests on samples that are no longer fresh. */
  readonly held: boolean;
}

/** How a node is judged, signal by signal. */
export interface NodeVerdict {
  readonly verdict: Verdict;
  readonly because: readonly SignalVerdict[];
}

/**
 * How hard a node works, measured by its own lines so that unlike signals can be compared: the largest of value over
 * threshold; at 1 a signal is at its line. Unknown when an essential signal is: unknown is not idle.
 */
export type Pressure =
  | { readonly kind: 'known'; readonly overLine: number; readonly signal: string }
  | { readonly kind: 'unknown'; readonly signal: string };

/** How much of the cluster is seen: the ready nodes whose essential signals are all known and fresh. */
export interface Coverage {
  readonly ready: number;
  readonly seen: number;
  /** 0..1; 0 where no node is ready, for nothing is seen then. */
  readonly share: number;
}

import type { UnknownReason } from '#load/unknown-reason.ts';

/** One sample taken to be true: a value in its signal's measure, and what it rests on. */
export interface KnownReading {
  readonly kind: 'known';
  readonly value: number;
  /** The sample's own time, milliseconds since the Unix epoch. */
  readonly takenAt: number;
  /** What time it is a mean or rate over, up to `takenAt`; left out for a momentary value. */
  readonly windowMs?: number;
  /** Which source it comes from. */
  readonly source: string;
}

/** What is known of one signal of one node: a sample, or an honest "we do not know". */
export type Reading = KnownReading | { readonly kind: 'unknown'; readonly why: UnknownReason };

/** A series' newest sample as a source hands it over: nothing judged yet. */
export interface RawSeries {
  readonly labels: Readonly<Record<string, string>>;
  /** Text as Prometheus writes numbers, or a number. */
  readonly value: string | number;
  /** Milliseconds since the Unix epoch. */
  readonly takenAt: number;
  readonly windowMs?: number;
}

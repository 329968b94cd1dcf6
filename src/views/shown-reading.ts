import { instantText } from '#load/instant.ts';
import type { Reading } from '#load/sample.ts';
import { reasonWords, type UnknownReason } from '#load/unknown-reason.ts';

/** A reading as every window shows it: plain values, ready to be JSON. A value that is not known is null, never 0. */
export interface ShownReading {
  readonly value: number | null;
  /** RFC 3339; of the sample itself. */
  readonly takenAt: string | null;
  readonly ageMs: number | null;
  readonly source: string | null;
  /** Why it is not known. */
  readonly unknown?: { readonly reason: UnknownReason; readonly words: string };
}

/** A reading at `now`, times `factor`: shares become amounts. */
export function shownReading(reading: Reading, now: number, factor: number = 1): ShownReading {
  if (reading.kind === 'unknown') {
    const { why } = reading;
    return {
      value: null,
      takenAt: null,
      ageMs: null,
      source: null,
      unknown: { reason: why, words: reasonWords[why] },
    };
  }
  const { value, takenAt, source } = reading;
  // a clock ahead of ours is no news from the future
  return { value: value * factor, takenAt: instantText(takenAt), ageMs: Math.max(0, now - takenAt), source };
}

import { freshnessOf } from '#load/freshness.ts';
import { standingAfter } from '#load/heat.ts';
import { lastHeard, reachedBy } from '#load/load-columns.ts';
import type { LoadState } from '#load/load-state.ts';
import type { Reading } from '#load/sample.ts';
import { type UnknownReason, unknownReasons } from '#load/unknown-reason.ts';

/** Reads cells as they look at one instant. */
export interface CellReader {
  isFresh(cell: number): boolean;
  /** The value where it is fresh, else NaN. */
  value(cell: number): number;
  /** What M of the last N samples reached, where the newest is fresh, else NaN. */
  sustained(cell: number): number;
  reading(cell: number): Reading;
  whyUnknown(cell: number): UnknownReason;
  /** A place in `standings`. */
  standing(cell: number): number;
  heardAt(cell: number): number;
}

export function cellReader({ columns, options, sources }: LoadState, now: number): CellReader {
  return { isFresh, value, sustained, reading, whyUnknown, standing, heardAt };

  function isFresh(cell: number): boolean {
    return freshnessOf(columns.takenAt[cell]!, now, options) === 'fresh';
  }

  function value(cell: number): number {
    return isFresh(cell) ? columns.values[cell]! : Number.NaN;
  }

  function sustained(cell: number): number {
    return isFresh(cell) ? reachedBy(columns, cell, options.hot.samples) : Number.NaN;
  }

  function reading(cell: number): Reading {
    if (!isFresh(cell)) return { kind: 'unknown', why: whyUnknown(cell) };
    const windowMs = columns.windowMs[cell]!;
    return {
      kind: 'known',
      value: columns.values[cell]!,
      takenAt: columns.takenAt[cell]!,
      ...(Number.isNaN(windowMs) ? {} : { windowMs }),
      source: sources[columns.source[cell]!]!,
    };
  }

  /** What the last pass said against the cell says more than the age of what is held. */
  function whyUnknown(cell: number): UnknownReason {
    const takenAt = columns.takenAt[cell]!;
    if (Number.isNaN(takenAt) || columns.why[cell] !== 0) return unknownReasons[columns.why[cell]!]!;
    return freshnessOf(takenAt, now, options) === 'from-the-future' ? 'from-the-future' : 'too-old';
  }

  function standing(cell: number): number {
    return standingAfter(columns.standing[cell]!, now - heardAt(cell), options.forgetAfterMs);
  }

  function heardAt(cell: number): number {
    return lastHeard(columns, cell);
  }
}

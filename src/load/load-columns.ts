import type { HeatColumns } from '#load/heat.ts';

/**
 * All that is held of all nodes. A cell is one signal of one node: `row * signals + signal`. What was never seen is NaN
 * in the numbers and 0 everywhere else.
 */
export interface LoadColumns extends HeatColumns {
  /** The newest good sample of each cell. */
  readonly values: Float64Array;
  readonly takenAt: Float64Array;
  readonly windowMs: Float64Array;
  /** Place in the store's list of source names. */
  readonly source: Uint8Array;
  /** Why the last pass had no good sample; 0 when it had one. */
  readonly why: Uint8Array;
  /** When the published verdict that a cell started from was true. */
  readonly seededAt: Float64Array;
  /** The last `of` samples of each cell, the newest first. */
  readonly lately: Float64Array;
  readonly of: number;
}

/** `of`: how many samples are looked back on. */
export function newColumns(cells: number, of: number): LoadColumns {
  return {
    values: new Float64Array(cells).fill(Number.NaN),
    takenAt: new Float64Array(cells).fill(Number.NaN),
    windowMs: new Float64Array(cells).fill(Number.NaN),
    source: new Uint8Array(cells),
    why: new Uint8Array(cells),
    seededAt: new Float64Array(cells).fill(Number.NaN),
    above: new Uint32Array(cells),
    below: new Uint32Array(cells),
    depth: new Uint8Array(cells),
    standing: new Uint8Array(cells),
    lately: new Float64Array(cells * of).fill(Number.NaN),
    of,
  };
}

/** The same columns in memory of their own, with room for `cells`. */
export function copyOf(columns: LoadColumns, cells: number): LoadColumns {
  const copy = newColumns(cells, columns.of);
  pour(columns, copy, 0);
  return copy;
}

/** Makes cells as if never seen. */
export function clearCells(columns: LoadColumns, from: number, count: number): void {
  pour(newColumns(count, columns.of), columns, from);
}

function pour(from: LoadColumns, to: LoadColumns, at: number): void {
  to.values.set(from.values, at);
  to.takenAt.set(from.takenAt, at);
  to.windowMs.set(from.windowMs, at);
  to.source.set(from.source, at);
  to.why.set(from.why, at);
  to.seededAt.set(from.seededAt, at);
  to.above.set(from.above, at);
  to.below.set(from.below, at);
  to.depth.set(from.depth, at);
  to.standing.set(from.standing, at);
  to.lately.set(from.lately, at * to.of);
}

/** When a cell was last heard of, by a sample or by the verdict it started from; NaN when never. */
export function lastHeard({ takenAt, seededAt }: LoadColumns, cell: number): number {
  const sampled = takenAt[cell]!;
  const seeded = seededAt[cell]!;
  if (Number.isNaN(sampled)) return seeded;
  return Number.isNaN(seeded) ? sampled : Math.max(sampled, seeded);
}

/** Takes one more sample into the last ones of a cell. */
export function feedLately({ lately, of }: LoadColumns, cell: number, value: number): void {
  const first = cell * of;
  lately.copyWithin(first + 1, first, first + of - 1);
  lately[first] = value;
}

/** Lets the last samples of a cell go. */
export function forgetLately({ lately, of }: LoadColumns, cell: number): void {
  lately.fill(Number.NaN, cell * of, (cell + 1) * of);
}

/** What so many of the last samples of a cell reached, be they above any line or below; NaN where there are fewer. */
export function reachedBy({ lately, of }: LoadColumns, cell: number, samples: number): number {
  const known = lately.subarray(cell * of, (cell + 1) * of).filter((value) => !Number.isNaN(value));
  return known.length < samples ? Number.NaN : known.toSorted()[known.length - samples]!;
}

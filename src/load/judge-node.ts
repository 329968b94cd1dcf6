import type { CellReader } from '#load/cell-reader.ts';
import { COOL, countBits, HOT, UNDECIDED, WAS_HOT } from '#load/heat.ts';
import type { LoadState } from '#load/load-state.ts';
import type { Pressure, SignalVerdict, Verdict } from '#load/verdict.ts';

const VERDICTS: readonly Verdict[] = ['unknown', 'hot', 'cool', 'unknown'];

/** What a standing means to those outside. */
export function verdictOf(standing: number): Verdict {
  return VERDICTS[standing]!;
}

/** Where a node stands by the standings of its cells, `first` to `last`, both counted in: hot outweighs was-hot outweighs cool. */
export function nodeStanding(cells: CellReader, first: number, last: number): number {
  let standing = UNDECIDED;
  for (let cell = first; cell <= last; cell++) {
    const one = cells.standing(cell);
    if (one === HOT) return HOT;
    if (one === WAS_HOT || (one === COOL && standing !== WAS_HOT)) standing = one;
  }
  return standing;
}

/**
 * The oldest sample used for a node's values and its verdict; NaN where there is none. A verdict without a fresh
 * sample of its kind is held, and rests on what was heard last.
 */
export function oldestUsed(cells: CellReader, first: number, last: number): number {
  const overall = nodeStanding(cells, first, last);
  let oldest = Number.POSITIVE_INFINITY;
  let oldestHeld = Number.POSITIVE_INFINITY;
  let isHeld = overall === HOT || overall === COOL;
  for (let cell = first; cell <= last; cell++) {
    const isFresh = cells.isFresh(cell);
    if (isFresh) oldest = Math.min(oldest, cells.heardAt(cell));
    if (cells.standing(cell) !== overall) continue;
    if (isFresh) isHeld = false;
    else oldestHeld = Math.min(oldestHeld, cells.heardAt(cell));
  }
  if (isHeld) oldest = Math.min(oldest, oldestHeld);
  return oldest === Number.POSITIVE_INFINITY ? Number.NaN : oldest;
}

/** How one cell is judged, with the numbers. */
export function explainCell(state: LoadState, cells: CellReader, cell: number): SignalVerdict {
  const { signals, options, columns } = state;
  const { name, threshold, release } = signals[cell % signals.length]!;
  const verdict = verdictOf(cells.standing(cell));
  return {
    signal: name,
    verdict,
    reading: cells.reading(cell),
    threshold,
    release,
    above: countBits(columns.above[cell]!),
    below: countBits(columns.below[cell]!),
    depth: columns.depth[cell]!,
    of: options.hot.of,
    held: verdict !== 'unknown' && !cells.isFresh(cell),
  };
}

/** The hardest pressed signal of the node whose cells begin at `first`. */
export function pressureOf({ signals }: LoadState, cells: CellReader, first: number): Pressure {
  let highest: Pressure = { kind: 'unknown', signal: signals[0]?.name ?? 'any signal' };
  for (const [index, { name, threshold, essential }] of signals.entries()) {
    const value = cells.value(first + index);
    if (Number.isNaN(value)) {
      if (essential) return { kind: 'unknown', signal: name };
      continue;
    }
    const overLine = value / threshold;
    if (highest.kind === 'unknown' || overLine > highest.overLine) highest = { kind: 'known', overLine, signal: name };
  }
  return highest;
}

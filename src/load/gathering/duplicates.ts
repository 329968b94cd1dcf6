import type { DuplicateRule } from '#load/signals/signal.ts';

/** One signal's samples over a list of nodes, in columns: a place is a node, NaN is unknown. */
export interface SampleColumns {
  readonly values: Float64Array;
  readonly takenAt: Float64Array;
  /** NaN for a momentary value. */
  readonly windowMs: Float64Array;
}

/** Puts a node's samples together as they come, in any order; what they become is in the columns after `settle`. */
export interface Gatherer {
  add(row: number, value: number, takenAt: number, windowMs: number): void;
  /** The rows whose samples contradict each other. */
  settle(): ReadonlySet<number>;
}

export function emptyColumns(length: number): SampleColumns {
  return {
    values: new Float64Array(length).fill(Number.NaN),
    takenAt: new Float64Array(length).fill(Number.NaN),
    windowMs: new Float64Array(length).fill(Number.NaN),
  };
}

/** Fills columns by a rule for several samples of one node. The order in which samples come never matters. */
export function gatherInto(columns: SampleColumns, rule: DuplicateRule): Gatherer {
  switch (rule) {
    case 'newest':
      return choosing(columns, (value, takenAt, row) => {
        return takenAt - columns.takenAt[row]! || value - columns.values[row]!;
      });
    case 'max':
      return choosing(columns, (value, takenAt, row) => {
        return value - columns.values[row]! || takenAt - columns.takenAt[row]!;
      });
    case 'min':
      return choosing(columns, (value, takenAt, row) => {
        return columns.values[row]! - value || takenAt - columns.takenAt[row]!;
      });
    case 'mean':
      return averaging(columns);
    case 'refuse':
      return refusing(columns);
  }
}

/** How much better a sample is than the one held. */
type Preference = (value: number, takenAt: number, row: number) => number;

function choosing(columns: SampleColumns, better: Preference): Gatherer {
  return {
    add(row, value, takenAt, windowMs) {
      const isFirst = Number.isNaN(columns.values[row]!);
      const gain = isFirst ? 1 : better(value, takenAt, row);
      if (gain > 0) set(columns, row, value, takenAt, windowMs);
      else if (gain === 0) columns.windowMs[row] = widest(columns.windowMs[row]!, windowMs);
    },
    settle: () => new Set(),
  };
}

function averaging(columns: SampleColumns): Gatherer {
  const heard = new Map<number, number[]>();
  return {
    add(row, value, takenAt, windowMs) {
      const values = heard.get(row);
      if (values === undefined) {
        heard.set(row, [value]);
        set(columns, row, value, takenAt, windowMs);
        return;
      }
      values.push(value);
      // a mean is as old as the oldest that went into it
      columns.takenAt[row] = Math.min(columns.takenAt[row]!, takenAt);
      columns.windowMs[row] = widest(columns.windowMs[row]!, windowMs);
    },
    settle() {
      for (const [row, values] of heard) {
        // sorted, for a sum of floats depends on its order
        const sum = values.toSorted((one, other) => one - other).reduce((total, value) => total + value, 0);
        columns.values[row] = sum / values.length;
      }
      return new Set();
    },
  };
}

function refusing(columns: SampleColumns): Gatherer {
  const contradicted = new Set<number>();
  return {
    add(row, value, takenAt, windowMs) {
      if (Number.isNaN(columns.values[row]!)) set(columns, row, value, takenAt, windowMs);
      else if (value !== columns.values[row] || takenAt !== columns.takenAt[row]) contradicted.add(row);
    },
    settle() {
      for (const row of contradicted) set(columns, row, Number.NaN, Number.NaN, Number.NaN);
      return contradicted;
    },
  };
}

function set(columns: SampleColumns, row: number, value: number, takenAt: number, windowMs: number): void {
  columns.values[row] = value;
  columns.takenAt[row] = takenAt;
  columns.windowMs[row] = windowMs;
}

/** NaN is no window at all. */
function widest(one: number, other: number): number {
  if (Number.isNaN(one)) return other;
  return Number.isNaN(other) ? one : Math.max(one, other);
}

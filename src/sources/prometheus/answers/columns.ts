import { isFields } from './fields.ts';
import type { Interner } from './interner.ts';
import { codeOf, flawOf } from './sample-text.ts';

/** Label values by label and series; undefined where a series does not carry the label. */
export type LabelColumns = Readonly<Record<string, readonly (string | undefined)[]>>;

/** Samples one after the other: `values[i]` counts only where `flaws[i]` is 0 (`none`). */
export interface SampleColumns {
  readonly values: Float64Array;
  /** Codes of `flaws`. */
  readonly flaws: Uint8Array;
  /** Milliseconds since the Unix epoch; NaN where unknown. */
  readonly takenAtMs: Float64Array;
}

/** Gathers the labels asked for, and no others. */
export class LabelGatherer {
  readonly #columns: readonly (readonly [label: string, values: (string | undefined)[]])[];
  readonly #interner: Interner;

  constructor(labels: readonly string[], interner: Interner) {
    this.#columns = labels.map((label) => [label, []]);
    this.#interner = interner;
  }

  add(metric: unknown): void {
    for (const [label, values] of this.#columns) {
      const value = labelOf(metric, label);
      values.push(value === undefined ? undefined : this.#interner.intern(value));
    }
  }

  /** Whether the series gathered as that row carries the same labels. */
  isRow(row: number, metric: unknown): boolean {
    for (const [label, values] of this.#columns) {
      if (row >= values.length || values[row] !== labelOf(metric, label)) return false;
    }
    return true;
  }

  /** A series' labels as one text. */
  keyOf(metric: unknown): string {
    return this.#columns.map(([label]) => labelOf(metric, label) ?? '').join('\0');
  }

  keyOfRow(row: number): string {
    return this.#columns.map(([, values]) => values[row] ?? '').join('\0');
  }

  columns(): LabelColumns {
    return Object.fromEntries(this.#columns);
  }
}

/** Gathers samples as they stand in an answer: `[1796032800.123, "0.42"]`. */
export class SampleGatherer {
  readonly #values: number[] = [];
  readonly #flaws: number[] = [];
  readonly #takenAtMs: number[] = [];

  get length(): number {
    return this.#values.length;
  }

  add(sample: unknown): void {
    const [seconds, value]: readonly unknown[] = Array.isArray(sample) ? sample : [];
    const flaw = flawOf(value);
    this.#values.push(flaw === 'none' ? Number(value) : Number.NaN);
    this.#flaws.push(codeOf(flaw));
    this.#takenAtMs.push(typeof seconds === 'number' ? Math.round(seconds * 1000) : Number.NaN);
  }

  columns(): SampleColumns {
    return {
      values: new Float64Array(this.#values),
      flaws: new Uint8Array(this.#flaws),
      takenAtMs: new Float64Array(this.#takenAtMs),
    };
  }
}

/** A label's value; an empty one is none, as everywhere in Prometheus. */
export function labelOf(metric: unknown, label: string): string | undefined {
  const value = isFields(metric) ? metric[label] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

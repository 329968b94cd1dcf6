import { labelOf, type LabelGatherer, type SampleColumns } from './columns.ts';
import { codeOf, flawOf } from './sample-text.ts';

const ROW = 'plimsoll_row';
const TAKEN_AT = 'taken-at';

/**
 * One query for values and for when they were measured. Prometheus stamps every row of an instant query with the moment
 * of the query, though the sample behind it may be five minutes old; only `timestamp()` tells.
 */
export function withTakenAt(value: string, takenAt: string): string {
  return `${marked(value, 'value')} or ${marked(takenAt, TAKEN_AT)}`;
}

function marked(expression: string, row: string): string {
  return `label_replace(${expression}, "${ROW}", "${row}", "", "")`;
}

/** Brings the two kinds of rows of such a query together again. */
export class TakenAtRows {
  readonly #labels: LabelGatherer;
  readonly #takenAtMs: Map<string, number> = new Map();
  /** The key of each value's row, in their order. */
  readonly #keys: string[] = [];

  constructor(labels: LabelGatherer) {
    this.#labels = labels;
  }

  /** Whether it is a row of times, which is no sample. */
  takes(metric: unknown, sample: unknown): boolean {
    const key = this.#labels.keyOf(metric);
    if (labelOf(metric, ROW) !== TAKEN_AT) {
      this.#keys.push(key);
      return false;
    }
    const seconds: unknown = Array.isArray(sample) ? sample[1] : undefined;
    if (flawOf(seconds) === 'none') this.#takenAtMs.set(key, Math.round(Number(seconds) * 1000));
    return true;
  }

  /**
   * Gives every value its own time. A rate outlives its series by the length of its window: a value without a time has
   * no live sample behind it any more.
   */
  putInto({ values, flaws, takenAtMs }: SampleColumns): void {
    for (const [row, key] of this.#keys.entries()) {
      const ms = this.#takenAtMs.get(key);
      takenAtMs[row] = ms ?? Number.NaN;
      if (ms !== undefined || flaws[row] !== codeOf('none')) continue;
      values[row] = Number.NaN;
      flaws[row] = codeOf('no-live-sample');
    }
  }
}

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
  /** By row of values, as far as the times came in the order of the values, which is how Prometheus writes them. */
  readonly #inOrder: number[] = [];
  readonly #outOfOrder: Map<string, number> = new Map();

  constructor(labels: LabelGatherer) {
    this.#labels = labels;
  }

  /** Whether it is a row of times, which is no sample. */
  takes(metric: unknown, sample: unknown): boolean {
    if (labelOf(metric, ROW) !== TAKEN_AT) return false;
    const seconds: unknown = Array.isArray(sample) ? sample[1] : undefined;
    const ms = flawOf(seconds) === 'none' ? Math.round(Number(seconds) * 1000) : Number.NaN;
    if (this.#labels.isRow(this.#inOrder.length, metric)) this.#inOrder.push(ms);
    else this.#outOfOrder.set(this.#labels.keyOf(metric), ms);
    return true;
  }

  /**
   * Gives every value its own time. A rate outlives its series by the length of its window: a value without a time has
   * no live sample behind it any more, whatever it says.
   */
  putInto({ flaws, takenAtMs }: SampleColumns): void {
    for (let row = 0; row < flaws.length; row++) {
      const ms = this.#inOrder[row] ?? this.#outOfOrder.get(this.#labels.keyOfRow(row)) ?? Number.NaN;
      takenAtMs[row] = ms;
      if (!Number.isNaN(ms) || flaws[row] !== NONE) continue;
      flaws[row] = NO_LIVE_SAMPLE;
    }
  }
}

const NONE = codeOf('none');
const NO_LIVE_SAMPLE = codeOf('no-live-sample');

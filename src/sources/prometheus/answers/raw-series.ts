import type { RawSeries } from '#load/sample.ts';
import type { LabelColumns } from './columns.ts';
import type { InstantVector } from './instant-vector.ts';
import { type Flaw, flaws } from './sample-text.ts';

/** What stands for a sample that is no number, as Prometheus writes it. */
const TEXTS: Readonly<Partial<Record<Flaw, string>>> = {
  'not-a-number': 'NaN',
  'plus-infinity': '+Inf',
  'minus-infinity': '-Inf',
  empty: '',
  garbage: 'garbage',
};

/** A vector's samples one by one, for load/ to judge. One without a live sample behind it has no time, so it is too old. */
export function rawSeries(vector: InstantVector, windowMs?: number): Iterable<RawSeries> {
  return { [Symbol.iterator]: () => seriesOf(vector, windowMs) };
}

function* seriesOf(vector: InstantVector, windowMs: number | undefined): Generator<RawSeries> {
  const window = windowMs === undefined ? {} : { windowMs };
  for (let row = 0; row < vector.length; row++) {
    const [labels, value] = [labelsOf(vector.labels, row), valueOf(vector, row)];
    yield { labels, value, takenAt: vector.takenAtMs[row]!, ...window };
  }
}

/** The labels of one series, without those it does not carry. */
export function labelsOf(columns: LabelColumns, row: number): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  for (const label in columns) {
    const value = columns[label]![row];
    if (value !== undefined) labels[label] = value;
  }
  return labels;
}

/** A sample's value, or the text that stands in its place. */
export function valueOf(
  { values, flaws: codes }: Pick<InstantVector, 'values' | 'flaws'>,
  row: number,
): number | string {
  return TEXTS[flaws[codes[row]!]!] ?? values[row]!;
}

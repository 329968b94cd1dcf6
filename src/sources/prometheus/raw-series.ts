import type { RawSeries } from '#load/sample.ts';
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
export function* rawSeries(vector: InstantVector, windowMs?: number): Generator<RawSeries> {
  const columns = Object.entries(vector.labels);
  for (let row = 0; row < vector.length; row++) {
    const labels: Record<string, string> = {};
    for (const [label, values] of columns) {
      const value = values[row];
      if (value !== undefined) labels[label] = value;
    }
    yield {
      labels,
      value: TEXTS[flaws[vector.flaws[row]!]!] ?? vector.values[row]!,
      takenAt: vector.takenAtMs[row]!,
      ...(windowMs === undefined ? {} : { windowMs }),
    };
  }
}

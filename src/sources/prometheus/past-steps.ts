import type { RawSeries } from '#load/sample.ts';
import type { RangeMatrix } from './answers/range-matrix.ts';
import { labelsOf, valueOf } from './answers/raw-series.ts';

/** The instants of a span. */
export interface Steps {
  readonly fromMs: number;
  readonly stepMs: number;
  readonly length: number;
}

/** What a range query gives series by series, instant by instant: for each step the samples taken at it. */
export function seriesByStep(matrix: RangeMatrix, steps: Steps, windowMs?: number): readonly Iterable<RawSeries>[] {
  const window = windowMs === undefined ? {} : { windowMs };
  const labels = Array.from({ length: matrix.length }, (_, series) => labelsOf(matrix.labels, series));
  const { samples, begins } = sortedByStep(matrix, steps);
  return Array.from({ length: steps.length }, (_, step) => ({ [Symbol.iterator]: () => at(step) }));

  function* at(step: number): Generator<RawSeries> {
    let series = 0;
    for (const sample of samples.subarray(begins[step], begins[step + 1])) {
      while (matrix.starts[series + 1]! <= sample) series += 1;
      yield {
        labels: labels[series]!,
        value: valueOf(matrix, sample),
        takenAt: matrix.takenAtMs[sample]!,
        ...window,
      };
    }
  }
}

interface SortedSamples {
  /** Places of samples, in the order of their steps, and within a step in the order of their series. */
  readonly samples: Uint32Array;
  /** Where each step begins among them; one longer than there are steps. */
  readonly begins: Uint32Array;
}

/** Sorts by counting: there may be millions. Samples at no step of the span are left out. */
function sortedByStep({ takenAtMs }: RangeMatrix, { fromMs, stepMs, length }: Steps): SortedSamples {
  const stepOf = (sample: number): number => Math.round((takenAtMs[sample]! - fromMs) / stepMs);
  const begins = new Uint32Array(length + 1);
  for (let sample = 0; sample < takenAtMs.length; sample++) {
    const step = stepOf(sample);
    if (step >= 0 && step < length) begins[step + 1]! += 1;
  }
  for (let step = 0; step < length; step++) begins[step + 1]! += begins[step]!;
  const samples = new Uint32Array(begins[length]!);
  const next = begins.slice();
  for (let sample = 0; sample < takenAtMs.length; sample++) {
    const step = stepOf(sample);
    if (step >= 0 && step < length) samples[next[step]!++] = sample;
  }
  return { samples, begins };
}

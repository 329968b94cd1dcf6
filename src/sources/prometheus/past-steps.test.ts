import { expect, test } from 'vitest';
import { seriesByStep } from './past-steps.ts';
import type { RangeMatrix } from './answers/range-matrix.ts';
import { codeOf } from './answers/sample-text.ts';

/** `a` has samples at 0 s, 30 s and 60 s, `b` none, `c` one at 30 s that is no number, `d` one beyond the span. */
const matrix: RangeMatrix = {
  length: 4,
  labels: { node: ['a', 'b', 'c', undefined], instance: [undefined, undefined, undefined, 'd:9100'] },
  starts: Uint32Array.of(0, 3, 3, 4, 5),
  values: Float64Array.of(0.1, 0.2, 0.3, Number.NaN, 0.4),
  flaws: Uint8Array.of(0, 0, 0, codeOf('not-a-number'), 0),
  takenAtMs: Float64Array.of(0, 30_000, 60_000, 30_000, 90_000),
  warnings: [],
  infos: [],
  isPartial: false,
};
const steps = { fromMs: 0, stepMs: 30_000, length: 3 };

test('each step has the samples taken at it, in the order of their series, with their labels and their own time', () => {
  expect(seriesByStep(matrix, steps, 240_000).map((series) => Array.from(series))).toEqual([
    [{ labels: { node: 'a' }, value: 0.1, takenAt: 0, windowMs: 240_000 }],
    [
      { labels: { node: 'a' }, value: 0.2, takenAt: 30_000, windowMs: 240_000 },
      { labels: { node: 'c' }, value: 'NaN', takenAt: 30_000, windowMs: 240_000 },
    ],
    [{ labels: { node: 'a' }, value: 0.3, takenAt: 60_000, windowMs: 240_000 }],
  ]);
});

test('a step can be gone through twice', () => {
  const [first] = seriesByStep(matrix, steps);
  expect([...first!]).toEqual([...first!]);
});

test('a step nobody was measured at is empty', () => {
  expect(seriesByStep(matrix, { ...steps, fromMs: -30_000 }).map((series) => Array.from(series).length)).toEqual([
    0, 1, 2,
  ]);
});

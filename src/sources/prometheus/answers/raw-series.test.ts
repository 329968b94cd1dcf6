import { expect, test } from 'vitest';
import { judgeNumber, judgeTime } from '#load/gathering/judge-sample.ts';
import type { InstantVector } from './instant-vector.ts';
import { rawSeries } from './raw-series.ts';
import { codeOf, type Flaw } from './sample-text.ts';

const NOW = 1_796_032_800_000;

const aVector = (flaw: Flaw): InstantVector => ({
  length: 1,
  labels: { node: [undefined], instance: ['a:9100'] },
  values: Float64Array.of(flaw === 'none' || flaw === 'no-live-sample' ? 0.4 : Number.NaN),
  flaws: Uint8Array.of(codeOf(flaw)),
  takenAtMs: Float64Array.of(flaw === 'no-live-sample' ? Number.NaN : NOW),
  warnings: [],
  infos: [],
  isPartial: false,
});

test('a sample is handed over with the labels it has, its own time and its window', () => {
  expect([...rawSeries(aVector('none'), 240_000)]).toEqual([
    { labels: { instance: 'a:9100' }, value: 0.4, takenAt: NOW, windowMs: 240_000 },
  ]);
});

const verdicts: readonly (readonly [flaw: Flaw, verdict: string | number])[] = [
  ['none', 0.4],
  ['not-a-number', 'not-a-number'],
  ['plus-infinity', 'infinite'],
  ['minus-infinity', 'infinite'],
  ['empty', 'empty'],
  ['garbage', 'malformed'],
  ['no-live-sample', 'too-old'],
];
for (const [flaw, verdict] of verdicts) {
  test(`${flaw} is judged ${verdict}, as a number and by its time`, () => {
    const { value, takenAt } = [...rawSeries(aVector(flaw))][0]!;
    const time = judgeTime(takenAt, { now: NOW, freshForMs: 60_000, skewMs: 5000 });
    expect(time === 'fresh' ? judgeNumber(value, { least: 0, most: 1 }, 1) : time).toBe(verdict);
  });
}

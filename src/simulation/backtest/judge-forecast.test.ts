import { expect, test } from 'vitest';
import { aHistory, aNode, aPod } from './fixtures/a-history.ts';
import { poolsOf } from './instances-of.ts';
import { judgeForecast } from './judge-forecast.ts';
import type { RecordedHistory } from './recorded-history.ts';

const DAY = 288;

/** Two nodes with a pod each: one that swings about 7 of 10 cores by the day, one that does not. */
function days(count: number, spike = 0): RecordedHistory {
  const steps = Array.from({ length: count * DAY }, (_, step) => step);
  const swing = steps.map(
    (step) => 7 + 2 * Math.sin((2 * Math.PI * step) / DAY) + (step >= (count - 1) * DAY ? spike : 0),
  );
  const still = steps.map(() => 2);
  return aHistory({
    nodes: [aNode('swings', { used: swing.map((cores) => cores + 0.5) }), aNode('still', { used: still })],
    pods: [aPod('day', 'swings', { limit: 12, used: swing }), aPod('flat', 'still', { used: still })],
  });
}

const judged = (history: RecordedHistory) => {
  const forecast = judgeForecast(poolsOf(history), history);
  if (forecast.kind !== 'judged') throw new Error(forecast.because);
  return forecast;
};

test('a day that comes again is foreseen, with its overload', () => {
  const forecast = judged(days(5));
  expect(forecast).toMatchObject({ hours: 24, learntHours: 96, at: '2026-12-04T00:00:00Z' });
  expect(Math.abs(forecast.meanBias)).toBeLessThan(0.02);
  expect(forecast.insideBand).toBeGreaterThan(0.9);
  const [swings, still] = forecast.nodes;
  expect(swings).toMatchObject({ node: 'swings' });
  expect(swings!.cameMinutes).toBeGreaterThan(400);
  expect(swings!.expectedMinutes / swings!.cameMinutes).toBeGreaterThan(0.7);
  expect(swings!.expectedMinutes / swings!.cameMinutes).toBeLessThan(1.3);
  expect(still).toMatchObject({ node: 'still', cameMinutes: 0 });
});

test('a day like none before it is not, and the figures say so', () => {
  const forecast = judged(days(3, 2));
  expect(forecast.meanBias).toBeLessThan(-0.07);
  expect(forecast.insideBand).toBeLessThan(0.7);
  expect(forecast.cameMinutes).toBeGreaterThan(1.3 * forecast.expectedMinutes);
});

test('of less than two days the last half is foreseen, of less than two hours nothing', () => {
  expect(judged(days(1))).toMatchObject({ hours: 12, learntHours: 12 });
  const short = aHistory({ nodes: [aNode('a')], pods: [aPod('web', 'a')] });
  expect(judgeForecast(poolsOf(short), short)).toMatchObject({ kind: 'not-judged' });
});

import { expect, test } from 'vitest';
import type { PastStep, SignalReading } from '#ports/load-source.ts';
import { aHeardLook } from '#test/support/heard-look.ts';
import { playedLoad } from './played-load.ts';

const MINUTE = 60_000;
const NOON = 1_796_040_000_000;

const cpu = (value: number, takenAt: number): SignalReading => ({
  kind: 'read',
  signal: 'cpu',
  source: 'metrics-api',
  tookMs: 1,
  unit: 'ratio',
  series: [{ labels: { node: 'a' }, value, takenAt }],
});

const step = (atMs: number, value: number): PastStep => ({ atMs, signals: [cpu(value, atMs)] });

const look = (at: number, value: number, past: readonly PastStep[] = []) =>
  aHeardLook({ at, reading: { signals: [cpu(value, at)] }, past });

async function remembered(played: ReturnType<typeof playedLoad>, fromMs: number, toMs: number): Promise<unknown> {
  const steps = await played.source.past({ signals: ['cpu'], fromMs, toMs, stepMs: MINUTE });
  return steps.map(({ atMs, signals }) => {
    const values = signals.flatMap((one) => (one.kind === 'read' ? [...one.series].map(({ value }) => value) : []));
    return [(atMs - NOON) / MINUTE, values];
  });
}

test('what a source that forgets said look by look is the past of the last look, and its own reading is not', async () => {
  const before = [look(NOON, 0.1), look(NOON + MINUTE, 0.2)];
  const played = playedLoad(look(NOON + 2 * MINUTE, 0.3), before);
  const told = await remembered(played, NOON + 30_000, NOON + 2.5 * MINUTE);
  expect(told).toEqual([
    [7 / MINUTE, [0.1]],
    [1 + 7 / MINUTE, [0.2]],
  ]);
});

test('an instant that was asked for is answered by what was said of it, and not by what came before', async () => {
  const before = [look(NOON, 0.1, [step(NOON - MINUTE, 0.5)])];
  const played = playedLoad(look(NOON + MINUTE, 0.3, [step(NOON + 30_000, 0.7)]), before);
  expect(await remembered(played, NOON - MINUTE, NOON + MINUTE)).toEqual([
    [-1, [0.5]],
    [0.5, [0.7]],
  ]);
  expect(await remembered(played, NOON + 30_000, NOON + 30_000)).toEqual([[0.5, [0.7]]]);
});

test('the clock stands where it stood when the look began, then where it stood when it was read', async () => {
  const { clock, source } = playedLoad(look(NOON, 0.1), []);
  expect(clock.now()).toBe(NOON);
  await source.past({ signals: ['cpu'], fromMs: NOON, toMs: NOON, stepMs: MINUTE });
  expect(clock.now()).toBe(NOON);
  await source.read({ signals: ['cpu'], pods: 'not-asked' });
  expect(clock.now()).toBe(NOON + 7);
});

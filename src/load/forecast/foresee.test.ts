import { expect, test } from 'vitest';
import { expectedUse } from '#load/forecast/outlook.ts';
import { foresee } from '#load/forecast/foresee.ts';
import type { ForeseenPod, UseAt } from '#load/forecast/foreseen-pod.ts';

const NOW = Date.UTC(2026, 10, 30, 12);
const STEP = 300_000;
const aPod = (uid: string, otherwise: Partial<ForeseenPod> = {}): ForeseenPod => ({
  uid,
  owner: uid,
  requests: { cpuCores: 0.5, memoryBytes: 2 ** 26 },
  limits: {},
  ...otherwise,
});

const steady = (cpuCores: readonly number[], steps = 288): readonly UseAt[] =>
  Array.from({ length: steps }, (_, step) => ({
    at: NOW - (steps - step) * STEP,
    cpuCores,
    memoryBytes: cpuCores.map(() => 2 ** 27),
  }));

const expectedOf = (pods: readonly ForeseenPod[], past: readonly UseAt[], uid: string): number => {
  const { outlook, rowOf } = foresee(pods, past, NOW).cpuCores;
  return expectedUse(outlook, rowOf(uid)!, 0);
};

test('what was always so is expected to stay so, above requests and limits too', () => {
  const pods = [aPod('idle'), aPod('busy'), aPod('over', { limits: { cpuCores: 1 } })];
  const past = steady([0.1, 3, 1.2]);
  expect(expectedOf(pods, past, 'busy')).toBeCloseTo(3, 1);
  expect(expectedOf(pods, past, 'over')).toBeCloseTo(1.2, 1);
  expect(expectedOf(pods, past, 'idle')).toBeLessThan(0.2);
});

test('a pod that was never seen is expected to do as its siblings', () => {
  const pods = [aPod('web-1', { owner: 'web' }), aPod('web-2', { owner: 'web' })];
  expect(expectedOf(pods, steady([2, Number.NaN]), 'web-2')).toBeCloseTo(2, 1);
});

test('the order of pods is no matter', () => {
  const pods = [aPod('a'), aPod('b'), aPod('c')];
  const past = steady([0.1, 3, 1.2]);
  const turned = past.map(({ at, cpuCores, memoryBytes }) => ({
    at,
    cpuCores: Array.from(cpuCores).toReversed(),
    memoryBytes,
  }));
  expect(foresee(pods.toReversed(), turned, NOW).cpuCores.outlook).toEqual(foresee(pods, past, NOW).cpuCores.outlook);
});

import { expect, test } from 'vitest';
import { type BoundClass, boundClassOf, levelsByClass } from '#load/forecast/class-levels.ts';
import { Forecaster } from '#load/forecast/forecaster.ts';
import { expectedUse } from '#load/forecast/outlook.ts';

const STEP_MS = 300_000;
const classes = [
  { request: 1, limit: 1, bound: 'guaranteed' },
  { request: 1, limit: 4, bound: 'limited' },
  { request: 0, limit: 4, bound: 'limited' },
  { request: 1, limit: undefined, bound: 'requested' },
  { request: 0, limit: undefined, bound: 'unbounded' },
] as const;

for (const { request, limit, bound } of classes) {
  test(`a request of ${request} and a limit of ${limit} is ${bound}`, () => {
    expect(boundClassOf(request, limit)).toBe(bound);
  });
}

/** Of each bound so many owners of one pod, that use this share of four cores. */
function watched(
  owners: readonly { readonly bound: BoundClass; readonly count: number; readonly share: number }[],
): Forecaster {
  const forecaster = new Forecaster();
  const use = owners.flatMap(({ bound, count, share }) =>
    Array.from({ length: count }, (_, at) => {
      forecaster.enrol({ key: `${bound}-${at}`, owner: `${bound}-${at}`, scale: 4, bound });
      return 4 * share;
    }),
  );
  for (let step = 0; step < 50; step++) forecaster.observe(step * STEP_MS, Float64Array.from(use));
  return forecaster;
}

const two = [
  { bound: 'guaranteed', count: 10, share: 0.6 },
  { bound: 'limited', count: 10, share: 0.1 },
] as const;

function expectedOfNew(forecaster: Forecaster, bound: BoundClass): number {
  const row = forecaster.enrol({ key: 'new', owner: 'new', scale: 4, bound });
  return expectedUse(forecaster.outlook(50 * STEP_MS), row, 0) / 4;
}

test('who is new is taken to be like those of its class', () => {
  expect(expectedOfNew(watched(two), 'guaranteed')).toBeGreaterThan(0.53);
  expect(expectedOfNew(watched(two), 'limited')).toBeLessThan(0.17);
});

test('of a class that nobody saw, all that were seen speak', () => {
  expect(expectedOfNew(watched(two), 'unbounded')).toBeCloseTo(0.35, 6);
});

test('one of a class says little of it', () => {
  const [most, one] = [two[0], { bound: 'limited', count: 1, share: 0.1 } as const];
  expect(expectedOfNew(watched([most, one]), 'limited')).toBeGreaterThan(0.35);
});

test('where there is but one class it is what all are', () => {
  const levels = levelsByClass(watched([two[0]]));
  expect(new Set(levels)).toEqual(new Set([levels[0]]));
});

import { expect, test } from 'vitest';
import { rngOf } from '#base/rng.ts';
import { Forecaster } from '#load/forecast/forecaster.ts';
import { expectedUse } from '#load/forecast/outlook.ts';
import { chanceOfShift } from './level-shift.ts';

const STEP_MS = 300_000;
const DAY_STEPS = 288;
const PODS = 20;
/** Pods of one owner, whose level moves. */
const GROUP = 5;

test('what stands far beyond all that was seen is a shift; what does not, and a load that is young, wanders', () => {
  const calm = 0.01 ** 2;
  expect(chanceOfShift(0.01, calm, 24)).toBeLessThan(0.01);
  expect(chanceOfShift(0.3, 0.1 ** 2, 24)).toBeLessThan(0.05);
  expect(chanceOfShift(0.3, calm, 24)).toBeGreaterThan(0.8);
  expect(chanceOfShift(-0.3, calm, 24)).toBe(chanceOfShift(0.3, calm, 24));
  expect(chanceOfShift(0.3, calm, 2)).toBe(0);
  expect(chanceOfShift(0.3, 0, 24)).toBeLessThanOrEqual(1);
});

/** Cores that a pod is expected to use half a day on, after a calm day at 2.8 and some steps at 3.6. */
function expectedAfter(steps: number): number {
  const forecaster = new Forecaster();
  for (let pod = 0; pod < PODS; pod++)
    forecaster.enrol({ key: `p${pod}`, owner: String(Math.floor(pod / GROUP)), scale: 4, request: 2 });
  for (let step = 0; step < DAY_STEPS + steps; step++) {
    const level = (pod: number): number => (step >= DAY_STEPS && pod < GROUP ? 3.6 : 2.8);
    const noise = (pod: number): number => 0.1 * (rngOf(pod * 100_003 + step).float() - 0.5);
    forecaster.observe(
      step * STEP_MS,
      Float64Array.from({ length: PODS }, (_, pod) => level(pod) + noise(pod)),
    );
  }
  return expectedUse(forecaster.outlook((DAY_STEPS + steps) * STEP_MS), 0, 12);
}

test('a rise after a calm day is believed to last the more the longer it does', () => {
  const expected = [0, 2, 4, 6, 12].map(expectedAfter);
  expect(expected).toEqual(expected.toSorted((a, b) => a - b));
  expect(expected[0]).toBeCloseTo(2.8, 1);
  expect(expected[3]).toBeGreaterThan(3.1);
});

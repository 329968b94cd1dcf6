import { expect, test } from 'vitest';
import { Forecaster } from '#load/forecast/forecaster.ts';
import { expectedUse } from '#load/forecast/outlook.ts';

const STEP_MS = 300_000;
const SCALE = 10;

/** Two pods that run for long and, every ten steps, one more that uses `first` in its first step; all use a core else. */
function watched(first: number, steps = 100): Forecaster {
  const forecaster = new Forecaster();
  for (const key of ['old-1', 'old-2']) forecaster.enrol({ key, owner: 'web', scale: SCALE });
  forecaster.enrol({ key: 'other', owner: 'other', scale: SCALE });
  for (let step = 0; step < steps; step++) {
    const starts = step % 10 === 9;
    if (starts) {
      if (step > 9) forecaster.retire(`new-${step - 10}`);
      forecaster.enrol({ key: `new-${step}`, owner: 'web', scale: SCALE, startedAt: step * STEP_MS - 60_000 });
    }
    const use = new Float64Array(forecaster.podCount).fill(1);
    use[forecaster.podRows.get('other')!] = 2;
    if (starts) use[forecaster.podRows.get(`new-${step}`)!] = first;
    forecaster.observe(step * STEP_MS, use);
  }
  return forecaster;
}

const later = 100 * STEP_MS;
const startOf = (forecaster: Forecaster, owner: string): number =>
  SCALE * forecaster.outlook(later).startUp[forecaster.ownerRows.get(owner)!]!;

test('what pods use while they start is learnt apart, and is no evidence of what they will', () => {
  const [peaking, steady] = [watched(6), watched(1)];
  expect(startOf(peaking, 'web')).toBeGreaterThan(3.5);
  expect(startOf(peaking, 'web')).toBeLessThan(5.5);
  expect(startOf(steady, 'web')).toBeCloseTo(0, 6);
  for (const pod of ['old-1', 'new-99']) {
    const expected = (forecaster: Forecaster): number =>
      expectedUse(forecaster.outlook(later), forecaster.podRows.get(pod)!, 0);
    expect(expected(peaking)).toBeCloseTo(expected(steady), 6);
  }
  expect(peaking.outlook(later).variance[0]).toBeCloseTo(steady.outlook(later).variance[0]!, 9);
});

test('an owner that was not seen to start is taken to start as others do, beside its level', () => {
  expect(startOf(watched(6), 'other')).toBeGreaterThan(startOf(watched(6), 'web'));
  expect(startOf(watched(6, 9), 'other')).toBe(0);
});

test('a start below the level is none', () => {
  expect(startOf(watched(0), 'web')).toBe(0);
});

test('of an owner that nobody saw yet the start is all there is to learn from', () => {
  const forecaster = new Forecaster();
  const row = forecaster.enrol({ key: 'first', owner: 'web', scale: SCALE, startedAt: 0 });
  forecaster.observe(60_000, Float64Array.of(4));
  expect(expectedUse(forecaster.outlook(STEP_MS), row, 0)).toBeCloseTo(4, 6);
});

test('what bounds an owner may turn out wider: its starts stay what they were', () => {
  const forecaster = watched(6);
  const before = startOf(forecaster, 'web');
  forecaster.rescale(new Map([['web', 2]]));
  const after = 2 * startOf(forecaster, 'web');
  expect(after / before).toBeGreaterThan(0.9);
  expect(after / before).toBeLessThan(1.1);
});

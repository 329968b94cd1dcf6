import { describe, expect, test } from 'vitest';
import {
  fixedThreshold,
  localRegression,
  medianAbsoluteDeviation,
  minimumMigrationTime,
} from '#simulation/policies/minimum-migration-time.ts';
import { aCluster } from '#simulation/replay/fixtures/an-instance.ts';

const steady = (use: number, count = 12): number[] => Array.from({ length: count }, () => use);

const cases = [
  { name: 'THR: above 80 %', detector: fixedThreshold, past: [0.81], want: true },
  { name: 'THR: at 80 %', detector: fixedThreshold, past: [0.8], want: false },
  { name: 'MAD: a steady node may be nearly full', detector: medianAbsoluteDeviation, past: steady(0.95), want: false },
  {
    name: 'MAD: a restless one may not',
    detector: medianAbsoluteDeviation,
    past: [...steady(0.3, 6), ...steady(0.8, 6)],
    want: true,
  },
  { name: 'MAD: 70 % without history', detector: medianAbsoluteDeviation, past: [0.71], want: true },
  { name: 'LR: a steady node at 80 %', detector: localRegression, past: steady(0.8), want: false },
  { name: 'LR: a steady node at 85 %, a fifth added', detector: localRegression, past: steady(0.85), want: true },
  {
    name: 'LR: a rise is seen coming',
    detector: localRegression,
    past: steady(0, 12).map((_, at) => 0.28 + at * 0.05),
    want: true,
  },
  {
    name: 'LR: so is a fall',
    detector: localRegression,
    past: steady(0, 12).map((_, at) => 1.4 - at * 0.05),
    want: false,
  },
];

describe('overload', () => {
  test.each(cases)('$name', ({ detector, past, want }) => expect(detector.isOverloaded(past)).toBe(want));
});

describe('moves', () => {
  const policy = minimumMigrationTime(fixedThreshold);

  test('the pod that moves fastest leaves, for the fullest node that holds it', () => {
    const cluster = { ...aCluster(3, 5), request: Float64Array.of(2, 1, 2, 1, 1) };
    const decider = policy.begin(cluster);
    const made = decider.decide(0, Float64Array.of(4, 2, 3, 4, 1), Int32Array.of(0, 0, 0, 1, 2));
    expect(made).toEqual([{ pod: 1, to: 1 }]);
  });

  test('no node is overloaded for the sake of another', () => {
    const decider = policy.begin(aCluster(2, 3));
    expect(decider.decide(0, Float64Array.of(5, 4, 6), Int32Array.of(0, 0, 1))).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { rngOf } from '#base/rng.ts';
import { Forecaster } from '#load/forecast/forecaster.ts';
import { BLOCK_HOURS, BLOCKS, HOURS } from '#load/forecast/forecast-options.ts';
import { expectedUse, type Outlook } from '#load/forecast/outlook.ts';

const STEP_MS = 300_000;
const DAY_STEPS = 288;

/** Use in cores of pod `index` at a step; NaN where it is not known. */
type Use = (index: number, step: number) => number;

interface Watched {
  readonly pods: number;
  readonly steps: number;
  readonly use: Use;
  /** Of each pod; a pod of its own when absent. */
  readonly owner?: (index: number) => string;
  readonly scale?: number;
}

/** What is expected after pods were watched, each pod in the row of its index. */
function watched({ pods, steps, use, owner = String, scale = 4 }: Watched): {
  forecaster: Forecaster;
  outlook: Outlook;
} {
  const forecaster = new Forecaster();
  for (let pod = 0; pod < pods; pod++)
    forecaster.enrol({ key: `p${pod}`, owner: owner(pod), scale, request: scale / 2 });
  for (let step = 0; step < steps; step++) {
    forecaster.observe(
      step * STEP_MS,
      Float64Array.from({ length: pods }, (_, pod) => use(pod, step)),
    );
  }
  return { forecaster, outlook: forecaster.outlook(steps * STEP_MS) };
}

const wave = (step: number): number => 2 + Math.sin((2 * Math.PI * step) / DAY_STEPS);

/** Noise that is the same for the same pod and step. */
const noise = (pod: number, step: number): number => rngOf(pod * 100_003 + step).float() - 0.5;

test('steady pods are expected to stay as they are', () => {
  const { outlook } = watched({ pods: 3, steps: 50, use: (pod) => [0.4, 1, 3][pod]! });
  expect(outlook.slotMinutes.length).toBe(1);
  for (const [pod, cores] of [0.4, 1, 3].entries()) expect(expectedUse(outlook, pod, 0)).toBeCloseTo(cores, 1);
});

test('before use was seen, requests are evidence', () => {
  const { outlook } = watched({ pods: 2, steps: 0, use: () => 0 });
  expect(expectedUse(outlook, 0, 0)).toBe(1);
});

test('an unseen pod is taken to be like the others', () => {
  const { outlook } = watched({ pods: 3, steps: 20, use: (pod) => (pod === 2 ? Number.NaN : 1) });
  expect(expectedUse(outlook, 2, 0)).toBeCloseTo(1, 6);
});

test('unknown is no zero: a pod that is not seen for a while keeps its level', () => {
  const { outlook } = watched({ pods: 2, steps: 100, use: (_, step) => (step > 50 ? Number.NaN : 2) });
  expect(expectedUse(outlook, 0, 0)).toBeCloseTo(2, 6);
});

test('one sample of a noisy pod says little: it is drawn to what pods are like', () => {
  const use: Use = (pod, step) => 1 + pod * 0.02 + 2 * Math.abs(noise(pod, step));
  const { outlook } = watched({ pods: 40, steps: 200, use });
  const first = watched({ pods: 40, steps: 1, use }).outlook;
  const doubt = (seen: Outlook): number => seen.ownerVariance[0]!;
  expect(doubt(first)).toBeGreaterThan(doubt(outlook));
});

test.each([1, 4])('the noise that is expected is the noise that was, with %i replicas', (replicas) => {
  const { outlook } = watched({
    pods: 24,
    steps: 4 * DAY_STEPS,
    use: (pod, step) => 2 + noise(pod, step),
    owner: (pod) => String(Math.floor(pod / replicas)),
  });
  const expected = outlook.variance.reduce((sum, variance) => sum + variance, 0) / 24;
  const uniform = 1 / 12 / 4 ** 2;
  expect(expected / uniform).toBeGreaterThan(0.95);
  expect(expected / uniform).toBeLessThan(1.1);
});

test('of pods that were seen twice the one halfway to its limit is thought the noisiest', () => {
  const { outlook } = watched({ pods: 3, steps: 2, use: (pod) => [0.1, 2, 3.9][pod]! });
  for (const pod of [0, 2]) expect(outlook.variance[1]).toBeGreaterThan(1.5 * outlook.variance[pod]!);
});

test('a copy knows the same, weeks too, and goes its own way', () => {
  const use: Use = (pod, step) => wave(step) + noise(pod, step);
  const { forecaster } = watched({ pods: 40, steps: 2 * DAY_STEPS, use });
  const copy = forecaster.copy();
  const later = 2 * DAY_STEPS + 12;
  expect(copy.outlook(later * STEP_MS)).toEqual(forecaster.outlook(later * STEP_MS));
  copy.observe(later * STEP_MS, new Float64Array(40).fill(4));
  expect(copy.outlook(later * STEP_MS)).not.toEqual(forecaster.outlook(later * STEP_MS));
});

test('passes within one step are one sample', () => {
  const forecaster = new Forecaster();
  forecaster.enrol({ key: 'p', owner: 'o', scale: 4 });
  for (const second of [0, 30, 60, 299]) forecaster.observe(second * 1000, Float64Array.of(1));
  expect(forecaster.columns.owners.slowWeight[0]).toBe(1);
  forecaster.observe(300_000, Float64Array.of(1));
  expect(forecaster.columns.owners.slowWeight[0]).toBeGreaterThan(1.9);
});

test('time that passes unseen weighs the past down as seen time does', () => {
  const seen = watched({ pods: 1, steps: 41, use: (_, step) => (step === 0 || step === 40 ? 1 : Number.NaN) });
  expect(seen.forecaster.columns.owners.slowWeight[0]).toBeCloseTo(1 + Math.exp(-40 / 144), 9);
});

test('a level that has shifted is learnt within half a day', () => {
  const { outlook } = watched({ pods: 4, steps: 2 * DAY_STEPS, use: (_, step) => (step < DAY_STEPS ? 1 : 3) });
  expect(expectedUse(outlook, 0, 0)).toBeGreaterThan(2.6);
});

test('white noise gets no daily shape', () => {
  const { forecaster } = watched({ pods: 20, steps: 5 * DAY_STEPS, use: (pod, step) => 2 + 2 * noise(pod, step) });
  const repeats = [...forecaster.columns.owners.repeat.subarray(0, 20)];
  expect(Math.max(...repeats)).toBeLessThan(0.3);
  expect(repeats.reduce((sum, repeat) => sum + repeat, 0) / 20).toBeLessThan(0.1);
});

test('a true cycle is believed after a day, confirmed by the next, and foreseen hour by hour', () => {
  const use: Use = (pod, step) => wave(step) + 0.2 * noise(pod, step);
  const day = watched({ pods: 6, steps: DAY_STEPS + 1, use }).forecaster.columns.owners;
  expect(day.repeat[0]).toBeGreaterThan(0.7);
  const { forecaster, outlook } = watched({ pods: 6, steps: 4 * DAY_STEPS, use });
  expect(forecaster.columns.owners.repeat[0]).toBeGreaterThan(0.95);
  expect(outlook.slotMinutes.length).toBe(HOURS);
  for (const hour of [0, 6, 12, 18]) {
    expect(Math.abs(expectedUse(outlook, 0, hour) - wave((hour + 0.5) * 12))).toBeLessThan(0.15);
  }
});

test('a cycle that ends is withdrawn', () => {
  const use: Use = (_, step) => (step < 2 * DAY_STEPS ? wave(step) : 2);
  const { forecaster, outlook } = watched({ pods: 6, steps: 6 * DAY_STEPS, use });
  expect(forecaster.columns.owners.repeat[0]).toBeLessThan(0.6);
  const spread = Array.from({ length: HOURS }, (_, hour) => expectedUse(outlook, 0, hour));
  expect(Math.max(...spread) - Math.min(...spread)).toBeLessThan(0.3);
});

test('replicas share their owner, differ by what sets them apart, and leave their history behind', () => {
  const { forecaster, outlook } = watched({ pods: 2, steps: 400, use: (pod) => 1 + pod, owner: () => 'web' });
  expect(outlook.owner[0]).toBe(outlook.owner[1]);
  expect(expectedUse(outlook, 1, 0) - expectedUse(outlook, 0, 0)).toBeGreaterThan(0.5);
  forecaster.retire('p0');
  forecaster.retire('p1');
  const heir = forecaster.enrol({ key: 'p2', owner: 'web', scale: 4 });
  expect(expectedUse(forecaster.outlook(400 * STEP_MS), heir, 0)).toBeCloseTo(1.5, 1);
});

test('one replica that differs is believed within hours, what only noise sets apart is not', () => {
  const hot = watched({ pods: 6, steps: 36, use: (pod) => (pod === 0 ? 3 : 1), owner: () => 'web' }).outlook;
  expect(expectedUse(hot, 0, 0) - expectedUse(hot, 1, 0)).toBeGreaterThan(1.8);
  const alike = watched({ pods: 6, steps: 36, use: (pod, step) => 2 + 2 * noise(pod, step), owner: () => 'web' });
  const expected = Array.from({ length: 6 }, (_, pod) => expectedUse(alike.outlook, pod, 0));
  expect(Math.max(...expected) - Math.min(...expected)).toBeLessThan(0.2);
});

test('of a pod that is new nothing is sure but what its siblings are: its variance is theirs and how they differ', () => {
  const { forecaster } = watched({
    pods: 4,
    steps: 60,
    use: (pod, step) => 1 + pod + noise(pod, step),
    owner: () => 'web',
  });
  const heir = forecaster.enrol({ key: 'new', owner: 'web', scale: 4 });
  const { variance } = forecaster.outlook(60 * STEP_MS);
  expect(variance[heir]).toBeGreaterThan(variance[0]!);
  expect(variance[heir]).toBeLessThan(1);
});

test('blocks of the week say who rose and fell together; blocks that were not seen are empty', () => {
  const use: Use = (pod, step) => (step >= 100 && step < 180 ? Number.NaN : 2 + (pod === 2 ? -wave(step) : wave(step)));
  const { outlook } = watched({ pods: 3, steps: 2 * DAY_STEPS, use });
  const week = (pod: number): Float64Array =>
    outlook.residual.subarray(outlook.owner[pod]! * BLOCKS, (outlook.owner[pod]! + 1) * BLOCKS);
  const product = (one: number, other: number): number =>
    week(one).reduce((sum, residual, block) => sum + residual * week(other)[block]!, 0);
  expect(product(0, 1)).toBeGreaterThan(0);
  expect(product(0, 2)).toBeLessThan(0);
  expect(week(0).subarray(3, 5)).toEqual(Float64Array.of(0, 0));
  expect(outlook.blocks).toBeCloseTo((2 * HOURS) / BLOCK_HOURS, 9);
});

test('an owner that was not seen for three weeks is forgotten', () => {
  const { forecaster } = watched({ pods: 1, steps: 1, use: () => 1 });
  forecaster.retire('p0');
  forecaster.enrol({ key: 'q', owner: 'other', scale: 4 });
  for (const hour of [0, 1]) forecaster.observe((22 * DAY_STEPS + 12 * hour) * STEP_MS, Float64Array.of(1));
  expect([...forecaster.ownerRows.keys()]).toEqual(['other']);
});

test('the order in which pods are enrolled changes nothing but their rows', () => {
  const expected = (keys: readonly string[]): number[] => {
    const forecaster = new Forecaster();
    const rows = new Map(keys.map((key) => [key, forecaster.enrol({ key, owner: key[0]!, scale: 4 })]));
    for (let step = 0; step < 100; step++) {
      const use = new Float64Array(keys.length);
      for (const key of keys) use[rows.get(key)!] = 1 + Number(key[1]) * 0.1;
      forecaster.observe(step * STEP_MS, use);
    }
    const outlook = forecaster.outlook(100 * STEP_MS);
    return ['a1', 'a2', 'b3'].map((key) => expectedUse(outlook, rows.get(key)!, 0));
  };
  const there = expected(['a1', 'a2', 'b3']);
  for (const [index, cores] of expected(['b3', 'a2', 'a1']).entries()) expect(cores).toBeCloseTo(there[index]!, 9);
});

test('levels that never wandered are not believed to, as little as those of an owner that is new among them', () => {
  const spread = (use: Use, steps: number): number => {
    const { forecaster } = watched({ pods: 8, steps, use });
    forecaster.enrol({ key: 'new', owner: 'new', scale: 4 });
    forecaster.observe(
      steps * STEP_MS,
      Float64Array.from({ length: 9 }, () => 2),
    );
    const { ownerVariance, owner, slotMinutes } = forecaster.outlook(steps * STEP_MS);
    return ownerVariance[owner[8]! * slotMinutes.length + slotMinutes.length - 1]!;
  };
  const steady: Use = () => 2;
  const wandering: Use = (pod, step) => 2 + 1.5 * noise(pod, Math.floor(step / 36));
  expect(spread(steady, 144)).toBeLessThan(spread(steady, 36) / 2);
  expect(spread(wandering, 144)).toBeGreaterThan(2 * spread(steady, 144));
});

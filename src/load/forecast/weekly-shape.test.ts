import { expect, test } from 'vitest';
import { rngOf } from '#base/rng.ts';
import { Forecaster } from '#load/forecast/forecaster.ts';
import { expectedUse } from '#load/forecast/outlook.ts';
import { populationOf } from '#load/forecast/population.ts';

const STEP_MS = 300_000;
const DAY = 288;
const WEEK = 7 * DAY;
const OWNERS = 6;

const noise = (pod: number, step: number): number => rngOf(pod * 1_000_003 + step).float() - 0.5;

function watched(steps: number, use: (pod: number, step: number) => number): Forecaster {
  const forecaster = new Forecaster();
  for (let pod = 0; pod < OWNERS; pod++) forecaster.enrol({ key: `p${pod}`, owner: `o${pod}`, scale: 4 });
  for (let step = 0; step < steps; step++)
    forecaster.observe(
      step * STEP_MS,
      Float64Array.from({ length: OWNERS }, (_, pod) => use(pod, step)),
    );
  return forecaster;
}

/** Five days of work, two of rest. */
const working = (pod: number, step: number): number => (step % WEEK < 5 * DAY ? 3 : 1) + 0.2 * noise(pod, step);

const believed = (forecaster: Forecaster): number => {
  const population = populationOf(forecaster);
  const repeats = Array.from({ length: OWNERS }, (_, row) => population.weekOf(row));
  return repeats.reduce((sum, repeat) => sum + repeat) / OWNERS;
};

const expectedIn = (forecaster: Forecaster, step: number, hour: number): number => {
  const outlook = forecaster.outlook(step * STEP_MS);
  return expectedUse(outlook, 0, outlook.slotMinutes.length === 1 ? 0 : hour);
};

const fridayNight = (week: number): number => week * WEEK + 5 * DAY - 12;
const sundayNight = (week: number): number => week * WEEK - 12;

test('a week is not believed before it has come again', () => {
  expect(believed(watched(WEEK, working))).toBe(0);
  expect(expectedIn(watched(fridayNight(0), working), fridayNight(0), 12)).toBeGreaterThan(2.7);
});

test('weekends that came again are foreseen, and the Mondays after them', () => {
  const friday = watched(fridayNight(4), working);
  expect(believed(friday)).toBeGreaterThan(0.7);
  expect(expectedIn(friday, fridayNight(4), 0)).toBeGreaterThan(2.5);
  expect(expectedIn(friday, fridayNight(4), 12)).toBeLessThan(1.6);
  const sunday = watched(sundayNight(5), working);
  expect(expectedIn(sunday, sundayNight(5), 0)).toBeLessThan(1.5);
  expect(expectedIn(sunday, sundayNight(5), 12)).toBeGreaterThan(2.4);
});

test('in the middle of the new level nothing more is added to it', () => {
  const monday = sundayNight(5) + 18;
  expect(expectedIn(watched(monday, working), monday, 8)).toBeLessThan(3.3);
});

test('levels that walk, and days that come again, get no weekly shape', () => {
  const walking = (pod: number, step: number): number => 2 + 2 * noise(pod, Math.floor(step / 72));
  expect(believed(watched(4 * WEEK, walking))).toBeLessThan(0.15);
  const daily = (pod: number, step: number): number =>
    2 + Math.sin((2 * Math.PI * step) / DAY) + 0.2 * noise(pod, step);
  const { columns } = watched(3 * WEEK, daily);
  expect(columns.owners.weekSquares[0]! / columns.owners.weekBlocks[0]!).toBeLessThan(0.001);
});

test('what nobody saw a week ago says nothing', () => {
  const gone = (pod: number, step: number): number =>
    step >= 4 * WEEK && step < 4 * WEEK + 6 * DAY ? Number.NaN : working(pod, step);
  const at = fridayNight(5);
  expect(expectedIn(watched(at, gone), at, 12)).toBeGreaterThan(2.5);
});

import { expect, test } from 'vitest';
import { rngOf } from '#base/rng.ts';
import { Forecaster } from '#load/forecast/forecaster.ts';
import { populationOf } from '#load/forecast/population.ts';

const STEP_MS = 300_000;
const PODS = 200;

/** How far all stand above their levels after a day at 1 core, noise aside, and an hour as the function says. */
function excessAfter(lastHour: (pod: number) => number): number {
  const rng = rngOf(1);
  const forecaster = new Forecaster();
  for (let pod = 0; pod < PODS; pod++) forecaster.enrol({ key: `p${pod}`, owner: `o${pod}`, scale: 4 });
  for (let step = 0; step < 300; step++) {
    const level = (pod: number): number => (step < 288 ? 1 : lastHour(pod));
    forecaster.observe(
      step * STEP_MS,
      Float64Array.from({ length: PODS }, (_, pod) => level(pod) * (0.5 + rng.float())),
    );
  }
  return populationOf(forecaster).commonExcess;
}

test('noise alone is no rise of all', () => {
  expect(Math.abs(excessAfter(() => 1))).toBeLessThan(0.01);
});

test('a tenth more of everybody is seen though each pod is noisier than that', () => {
  expect(excessAfter(() => 1.1)).toBeGreaterThan(0.05);
  expect(excessAfter(() => 0.9)).toBeLessThan(-0.05);
});

test('what some gain and others lose is no rise of all', () => {
  expect(Math.abs(excessAfter((pod) => (pod % 2 === 0 ? 1.5 : 0.5)))).toBeLessThan(0.03);
});

import { expect, test } from 'vitest';
import { lowNodeUtilization, lowNodeUtilizationForms } from '#simulation/policies/low-node-utilization.ts';
import { none } from '#simulation/policies/none.ts';
import { replayCatalogue } from '#simulation/replay/catalogue.ts';
import { runReplay } from '#simulation/replay/run-replay.ts';
import { policiesFor } from './policies.ts';
import { publishedNone } from './published.ts';
import { readTraces, vendoredTraces } from './read-traces.ts';

const catalogue = replayCatalogue(readTraces(vendoredTraces));
const instances = new Map(Object.values(catalogue).flatMap((all) => all.map((one) => [one.name, one] as const)));

test.each(Object.entries(publishedNone))('%s: doing nothing leaves what was published', (name, [over80, over100]) => {
  expect(runReplay(instances.get(name)!, none)).toMatchObject({ over80, over100 });
});

/** Over 80 %, over 100 %, evictions, ping-pongs. */
const publishedRuns: readonly [string, string, ...number[]][] = [
  ['PL-8-44', 'lnu', 1480, 70, 115, 42],
  ['PL-8-39', 'lnu', 3605, 145, 563, 222],
  ['PL-16-22-FF', 'lnu', 295, 0, 36, 0],
  ['PL-8-44', 'lnu-biggest', 1185, 35, 25, 6],
  ['PL-8-39', 'lnu-biggest', 2765, 155, 139, 64],
  ['PL-16-22-FF', 'lnu-biggest', 240, 0, 8, 0],
  ['PL-16-22-FF', 'lnu-instant', 135, 0, 85, 5],
  ['PL-16-22-FF', 'lnu-requests', 175, 0, 385, 306],
];

test.each(publishedRuns)('%s under %s is as published', (name, policy, over80, over100, evictions, pingPongs) => {
  const form = lowNodeUtilizationForms.find((one) => one.name === policy)!;
  const outcome = runReplay(instances.get(name)!, lowNodeUtilization(form));
  expect(outcome).toMatchObject({ over80, over100, evictions, pingPongs });
});

test.each(policiesFor('PL').map((policy) => [policy.name, policy] as const))('%s does the same again', (_, policy) => {
  const instance = instances.get('PL-16-22-FF')!;
  expect(runReplay(instance, policy)).toEqual(runReplay(instance, policy));
});

/** The mean of five orders of arrival, where the least requested node takes each pod. */
const publishedPlacements: readonly [string, number][] = [
  ['PL-8-44', 5187],
  ['PL-0409-8-57', 2771],
  ['PL-warm-0306-8-24', 3330],
  ['PL-warm-0409-8-36', 1387],
];

test.each(publishedPlacements)('%s: placement by requests leaves what was published', (name, mean) => {
  const orders = catalogue.placement.filter((instance) => instance.name.startsWith(`${name}-`));
  const sum = orders.reduce((minutes, instance) => minutes + runReplay(instance, none).over80, 0);
  expect([orders.length, Math.round(sum / 5)]).toEqual([5, mean]);
});

import { expect, test } from 'vitest';
import { bothWays } from './both-ways.ts';
import { Comparison } from './comparison.ts';

const worlds = await Promise.all([5, 6, 7].map((seed) => bothWays({ seed, size: 'small' })));

test('worlds that are added to what is stored of earlier ones come to the same as all at once', () => {
  const whole = new Comparison();
  for (const world of worlds) whole.add(world);
  const begun = new Comparison();
  begun.add(worlds[0]!);
  const later = new Comparison(JSON.parse(JSON.stringify(begun.sums)) as typeof begun.sums);
  for (const world of worlds.slice(1)) later.add(world);
  expect(later.sums).toEqual(whole.sums);
  expect(later.text()).toBe(whole.text());
  expect(later.measures()['worlds-run']).toMatchObject({ value: 3, goal: '>= 10000' });
});

test('a broken promise is counted and told, and where we fared worst comes first', () => {
  const [world] = worlds;
  const { ours, none } = world!;
  const worse = { ...world!, seed: 8, ours: { ...ours, overLineMinutes: none.overLineMinutes + 30 } };
  const comparison = new Comparison();
  for (const each of [world!, worse, { ...world!, broken: 'seed 9 breaks it' }]) comparison.add(each);
  expect(comparison.measures()).toMatchObject({
    'worlds-broken': { value: 1, goal: '= 0' },
    'worlds-with-more-overload': { value: 1 },
    'overload-added-worst': { value: 30 },
  });
  expect(comparison.text()).toMatch(/^seed 9 breaks it\n/);
  expect(comparison.sums.worst[0]).toMatchObject({ seed: 8 });
});

import { expect, test } from 'vitest';
import { families } from './families.ts';
import { generateWorld } from './generate-world.ts';

test('the same recipe makes the same world', () => {
  const recipe = { seed: 'twice', index: 3, pressure: 0.4 };
  expect(generateWorld(recipe)).toEqual(generateWorld(recipe));
});

test('another index makes another world', () => {
  const worlds = [0, 1, 2, 3].map((index) => generateWorld({ seed: 'other', index, pressure: 0.4 }));
  expect(new Set(worlds.map((world) => JSON.stringify(world.objects))).size).toBe(4);
});

test.for(families.map(({ name }) => name))('every uid is there once, with %s', (name) => {
  for (const index of [0, 1, 2, 3, 4]) {
    const { objects, probes } = generateWorld({ seed: 'uids', index, pressure: 0.4, only: [name], sizeClass: 'small' });
    const uids = [...Object.values(objects).flat(), ...probes].map(({ metadata }) => metadata.uid);
    expect(uids).toEqual([...new Set(uids)]);
  }
});

import { expect, test } from 'vitest';
import { sceneOf } from './scene.ts';

test('a scene follows from its seed alone', () => {
  expect(sceneOf('a')).toEqual(sceneOf('a'));
  expect(sceneOf('a')).not.toEqual(sceneOf('b'));
});

test('pods are spread by what they ask for, and replicas are apart', () => {
  const { nodes, workloads } = sceneOf('a');
  const places = workloads.flatMap(({ startsOn }) => startsOn);
  const perNode = nodes.map(({ name }) => places.filter((place) => place === name).length);
  expect(Math.max(...perNode) - Math.min(...perNode)).toBeLessThanOrEqual(1);
  for (const { name, startsOn } of workloads) expect.soft(new Set(startsOn).size, name).toBe(startsOn.length);
});

import { expect, test } from 'vitest';
import { aNode, aPod, aWorld, placedPod } from '../build-world.ts';
import type { World } from '../world.ts';
import { generateWorld } from './generate-world.ts';
import { shrink } from './shrink.ts';

test('what does not matter goes: other nodes, other pods, other fields', async () => {
  const world = aWorld(
    'big',
    {
      nodes: ['a', 'b', 'c', 'd', 'e'].map((name) => aNode(name, { labels: { name, other: 'x' } })),
      pods: ['a', 'b', 'c'].map((node) => placedPod(`on-${node}`, node, { requests: { cpu: '1' } })),
    },
    aPod('probe', { requests: { cpu: '2', memory: '1Gi' }, spec: { priority: 5 } }),
  );
  const shows = async ({ objects, probes }: World): Promise<boolean> =>
    objects.nodes.some(({ metadata }) => metadata.labels?.['name'] === 'd') &&
    probes[0]?.spec.containers[0]?.resources?.requests?.['cpu'] === '2';
  const small = await shrink(world, shows);
  expect(small.objects).toEqual({
    nodes: [{ metadata: { name: 'd', uid: 'node-d', labels: { name: 'd' } }, spec: {} }],
    pods: [],
    namespaces: [],
  });
  expect(small.probes).toEqual([
    {
      metadata: { name: 'probe', namespace: 'blue', uid: 'pod-probe' },
      spec: { containers: [{ name: 'main', resources: { requests: { cpu: '2' } } }] },
    },
  ]);
});

test('a world of which everything matters stays as it is', async () => {
  const world = generateWorld({ seed: 'shrink', index: 1, pressure: 0.4, sizeClass: 'micro' });
  const whole = JSON.stringify(world);
  expect(await shrink(world, async (smaller) => JSON.stringify(smaller) === whole)).toEqual(world);
});

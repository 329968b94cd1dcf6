import { expect, test } from 'vitest';
import { aNode, aPod } from '#test/scheduling/build-world.ts';
import { judged, scored } from '#test/scheduling/judged.ts';

const small = (allocatable: Record<string, string>) => [aNode('n', { allocatable })];

const cases = [
  { name: 'no room for a pod, and nothing asked: A6', has: { pods: '0' }, asks: {}, want: 'Too many pods' },
  { name: 'more than the node ever had: A7', has: { cpu: '400m' }, asks: { cpu: '500m' }, want: 'Insufficient cpu' },
  {
    name: 'all that is short is told: A8',
    has: { pods: '0', cpu: '400m' },
    asks: { cpu: '500m' },
    want: 'Too many pods, Insufficient cpu',
  },
  { name: 'nothing asked of what is over-committed', has: { cpu: '0' }, asks: { memory: '1Gi' }, want: 'fits' },
  {
    name: 'a resource the node never heard of',
    has: {},
    asks: { 'example.com/gpu': '1' },
    want: 'Insufficient example.com/gpu',
  },
];
for (const { name, has, asks, want } of cases) {
  test(name, () => {
    expect(judged({ nodes: small(has) }, aPod('p', { requests: asks }))).toEqual({ n: want });
  });
}

test('what is left is scored, and asking nothing counts as asking a little: A10', () => {
  const nodes = [aNode('a', { allocatable: { cpu: '1', memory: '1Gi' } }), aNode('b')];
  expect(scored({ nodes }, aPod('p'), 'NodeResourcesFit')['a']).toBe(85);
});

test('a shape of its own is a line by pieces', () => {
  const nodes = [aNode('a', { allocatable: { cpu: '1' } }), aNode('b', { allocatable: { cpu: '2' } })];
  const requestedToCapacityRatio = {
    shape: [
      { utilization: 0, score: 0 },
      { utilization: 100, score: 10 },
    ],
  };
  const resources = [{ name: 'cpu', weight: 1 }];
  const args = {
    NodeResourcesFit: {
      scoringStrategy: { type: 'RequestedToCapacityRatio' as const, resources, requestedToCapacityRatio },
    },
  };
  const pod = aPod('p', { requests: { cpu: '500m' } });
  expect(scored({ nodes, args }, pod, 'NodeResourcesFit')).toEqual({ a: 50, b: 25 });
});

import { expect, test } from 'vitest';
import { aNode, aPod, placedPod } from '#test/scheduling/build-world.ts';
import { judged, scored } from '#test/scheduling/judged.ts';

const zone = 'topology.kubernetes.io/zone';
const nodes = ['a', 'b', 'c'].map((name) => aNode(name, { labels: { [zone]: name } }));
const like = { matchLabels: { app: 'x' } };
const labels = { app: 'x' };
const pods = Object.entries({ a: 3, b: 2, c: 2 }).flatMap(([node, count]) =>
  Array.from({ length: count }, (_, at) => placedPod(`${node}${at}`, node, { labels })),
);
const spread = (otherwise: object = {}) => ({
  topologySpreadConstraints: [
    { topologyKey: zone, maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' as const, labelSelector: like, ...otherwise },
  ],
});
const uneven = "node(s) didn't match pod topology spread constraints";

test('a domain must not get ahead of the emptiest: A19', () => {
  expect(judged({ nodes, pods }, aPod('p', { labels, spec: spread() }))).toEqual({ a: uneven, b: 'fits', c: 'fits' });
});

test('a pod that is not counted itself may go one further: A20', () => {
  expect(judged({ nodes, pods }, aPod('p', { spec: spread() }))).toEqual({ a: 'fits', b: 'fits', c: 'fits' });
});

test('too few domains make the emptiest empty: A21', () => {
  const pod = aPod('p', { labels, spec: spread({ minDomains: 4 }) });
  expect(judged({ nodes, pods: pods.slice(0, 1) }, pod)).toEqual({ a: uneven, b: 'fits', c: 'fits' });
});

test('a node without the label is none of the domains', () => {
  const found = judged({ nodes: [...nodes, aNode('d')], pods }, aPod('p', { labels, spec: spread() }));
  expect(found['d']).toBe(`${uneven} (missing required label)`);
});

test('where it is a wish, fewer is better: A18', () => {
  const two = [nodes[0]!, nodes[1]!];
  const there = [
    ...pods.slice(0, 3),
    ...pods.slice(0, 2).map((pod, at) => placedPod(`more${at}`, 'a', { labels: pod.metadata.labels! })),
    ...pods.slice(3, 5),
    placedPod('last', 'b', { labels }),
  ];
  const pod = aPod('p', { labels, spec: spread({ whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 5 }) });
  expect(scored({ nodes: two, pods: there }, pod, 'PodTopologySpread')).toEqual({ a: 72, b: 100 });
});

import { expect, test } from 'vitest';
import { newestDialect } from '#api/dialect.ts';
import { aNode, aPod, placedPod } from '#test/scheduling/build-world.ts';
import { storeOf } from '#test/scheduling/engine-judge.ts';
import { placePod } from './place-pod.ts';
import { defaultProfile } from './profile.ts';

const profile = defaultProfile(newestDialect);
const nodes = Array.from({ length: 20 }, (_, at) => aNode(`n${at}`));

test('among equals the same pod gets the same node, whatever the order of the nodes, and other pods others', () => {
  const chosen = (order: typeof nodes, name: string): unknown => {
    const placement = placePod(storeOf({ objects: { nodes: order, pods: [] } }).view(), aPod(name), profile);
    return placement.kind === 'placed' ? placement.nodeName : placement;
  };
  const names = Array.from({ length: 40 }, (_, at) => `p${at}`);
  for (const name of names) expect(chosen(nodes.toReversed(), name)).toBe(chosen(nodes, name));
  expect(new Set(names.map((name) => chosen(nodes, name))).size).toBeGreaterThan(10);
});

test('scores are itemised, and add up', () => {
  const placement = placePod(
    storeOf({ objects: { nodes, pods: [] } }).view(),
    aPod('p', { requests: { cpu: '1' } }),
    profile,
  );
  if (placement.kind !== 'placed') throw new Error(placement.kind);
  expect(placement.total).toBe(placement.scores.reduce((sum, { score, weight }) => sum + score * weight, 0));
  expect(placement.scores.map(({ plugin }) => plugin)).toContain('NodeResourcesFit');
});

test("a pod that fits nowhere is told why in kube-scheduler's words: A25", () => {
  const cordoned = (name: string) => aNode(name, { spec: { unschedulable: true } });
  const small = Array.from({ length: 10 }, (_, at) => aNode(`s${at}`, { allocatable: { cpu: '1' } }));
  const objects = {
    nodes: [cordoned('c0'), cordoned('c1'), ...small, aNode('full', { allocatable: { pods: '0' } })],
    pods: [],
  };
  expect(placePod(storeOf({ objects }).view(), aPod('p', { requests: { cpu: '2' } }), profile)).toMatchObject({
    kind: 'unplaceable',
    message: '0/13 nodes are available: 1 Too many pods, 10 Insufficient cpu, 2 node(s) were unschedulable.',
  });
});

test('a node that was promised comes before all others', () => {
  const view = storeOf({ objects: { nodes, pods: [placedPod('q', 'n7', { requests: { cpu: '4' } })] } }).view();
  const promised = aPod('p', { status: { nominatedNodeName: 'n7' } });
  expect(placePod(view, promised, profile)).toMatchObject({ kind: 'placed', nodeName: 'n7' });
});

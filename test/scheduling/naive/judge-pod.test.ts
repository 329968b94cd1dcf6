import { expect, test } from 'vitest';
import { aNode, aNodeWith, answers, aPod, asking, judgeOne } from './small-world.ts';

const absent = "UaU node(s) didn't satisfy plugin(s) [NodeAffinity]";

function pinnedTo(...names: readonly string[]): ReturnType<typeof aPod> {
  const nodeSelectorTerms = names.map((name) => ({
    matchFields: [{ key: 'metadata.name', operator: 'In' as const, values: [name] }],
  }));
  return aPod('incoming', {
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
  });
}

test('nodes that a pod does not name are not asked', () => {
  const nodes = [aNode('a'), aNode('b')];
  expect(answers(pinnedTo('a', 'ghost'), { nodes })).toEqual({ a: 'fits', b: absent });
});

test('where only ghosts are named, every node is absent', () => {
  const nodes = [aNode('a'), aNode('b')];
  const judgement = judgeOne(pinnedTo('ghost'), { nodes });
  expect(judgement.message).toBe("0/2 nodes are available: 2 node(s) didn't satisfy plugin(s) [NodeAffinity].");
});

test('two plugins that name different nodes leave none', () => {
  const pod = pinnedTo('a');
  const elsewhere = { ...pod, spec: { ...pod.spec, nodeName: 'b' } };
  expect(answers(elsewhere, { nodes: [aNode('a'), aNode('b')] })).toEqual({
    all: "UaU node(s) didn't satisfy plugin(s) [NodeAffinity NodeName] simultaneously",
  });
});

test('the order of the first two filters depends on the version', () => {
  const nodes = [aNode('a', {}, { spec: { unschedulable: true } })];
  const pod = aPod('incoming', { nodeName: 'b' });
  expect(answers(pod, { nodes }, { dialect: '1.36' })).toEqual({ a: 'UaU node(s) were unschedulable' });
  expect(answers(pod, { nodes })).toEqual({ a: "UaU node(s) didn't satisfy plugin(s) [NodeName]" });
});

const crowd = (priority: number): ReturnType<typeof aPod> =>
  aPod(
    'expected',
    {
      priority,
      schedulingGates: [{ name: 'wait' }],
      containers: [{ name: 'main', resources: { requests: { cpu: '3' } } }],
    },
    {},
    { nominatedNodeName: 'a' },
  );

test('room is kept for pods that are expected, of the same priority or above', () => {
  const nodes = [aNode('a')];
  const pod = asking({ cpu: '2' });
  expect(answers(pod, { nodes, pods: [crowd(0)] })).toEqual({ a: 'U Insufficient cpu' });
  expect(answers(pod, { nodes, pods: [crowd(-1)] })).toEqual({ a: 'fits' });
  expect(answers(pod, { nodes, pods: [crowd(0)] }, { dialect: '1.36' })).toEqual({ a: 'fits' });
});

test('a pod that is only expected satisfies nobody', () => {
  const near = { labelSelector: { matchLabels: { app: 'db' } }, topologyKey: 'kubernetes.io/hostname' };
  const pod = aPod('incoming', {
    affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near] } },
  });
  const expected = aPod('expected', {}, { labels: { app: 'db' } }, { nominatedNodeName: 'a' });
  expect(answers(pod, { nodes: [aNode('a')], pods: [expected] })).toEqual({
    a: "UaU node(s) didn't match pod affinity rules",
  });
});

test('pods with device claims may fit or not, but what is full is full', () => {
  const nodes = [aNode('a'), aNodeWith('b', { cpu: '4', memory: '8Gi', pods: '0' })];
  const pod = aPod('incoming', { resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpu' }] });
  const { nodes: verdicts, scores, message } = judgeOne(pod, { nodes });
  expect(verdicts['a']).toEqual({ kind: 'unknown', why: 'DynamicResources is not modelled' });
  expect(verdicts['b']?.kind).toBe('rejected');
  expect([scores, message]).toEqual([undefined, undefined]);
});

test('one node that fits is not scored, two are', () => {
  const pod = asking({ cpu: '1' });
  expect(judgeOne(pod, { nodes: [aNode('a')] }).totals).toBeUndefined();
  // 3·100 taints, least allocated 86, balanced 68, 2·0 elsewhere
  expect(judgeOne(pod, { nodes: [aNode('a'), aNode('b')] }).totals).toEqual({ a: 454, b: 454 });
});

test('pods that have ended count no more, pods that end do', () => {
  const pods = [
    aPod('ended', { nodeName: 'a' }, {}, { phase: 'Succeeded' }),
    aPod('ends', { nodeName: 'b' }, { deletionTimestamp: '2026-01-01T00:00:00Z' }),
  ];
  const nodes = ['a', 'b'].map((name) => aNodeWith(name, { pods: '1' }));
  expect(answers(aPod('incoming'), { nodes, pods })).toEqual({ a: 'fits', b: 'U Too many pods' });
});

import { expect, test } from 'vitest';
import type { World } from '../../world.ts';
import { aNode, aNodeWith, answers, aPod, asking, scoresOf } from '../small-world.ts';

const busy = (cpu: string, memory?: string): ReturnType<typeof aPod> => {
  const requests = { cpu, ...(memory !== undefined && { memory }) };
  return aPod('busy', { nodeName: 'n', containers: [{ name: 'main', resources: { requests } }] });
};

const rooms = [
  { name: 'A6: no room for one more pod', pod: aPod('p'), has: { cpu: '4', pods: '0' }, want: 'U Too many pods' },
  {
    name: 'A7: too small for ever',
    pod: asking({ cpu: '500m', memory: '0' }),
    has: { cpu: '400m', pods: '9' },
    want: 'UaU Insufficient cpu',
  },
  {
    name: 'A8: all that is short is told',
    pod: asking({ cpu: '500m' }),
    has: { cpu: '1', pods: '1' },
    used: '600m',
    want: 'U Too many pods | Insufficient cpu',
  },
  {
    name: 'the last milli fits',
    pod: asking({ cpu: '400m' }),
    has: { cpu: '1', pods: '9' },
    used: '600m',
    want: 'fits',
  },
  {
    name: 'who asks for nothing of it fits where it is overdrawn',
    pod: asking({ cpu: '0', memory: '1' }),
    has: { cpu: '4', memory: '1Gi', pods: '9' },
    used: '5',
    want: 'fits',
  },
  {
    name: 'a resource the node does not have',
    pod: asking({ 'example.com/gpu': '1' }),
    has: { pods: '9' },
    want: 'UaU Insufficient example.com/gpu',
  },
  {
    name: 'none of a resource the node does not have',
    pod: asking({ 'example.com/gpu': '0' }),
    has: { pods: '9' },
    want: 'fits',
  },
  { name: 'storage is no resource of nodes', pod: asking({ storage: '1Gi' }), has: { pods: '9' }, want: 'fits' },
  {
    name: 'memory past 64 bits is none',
    pod: asking({ memory: '1' }),
    has: { memory: '10E', pods: '9' },
    want: 'UaU Insufficient memory',
  },
  {
    name: 'memory capped at 64 bits is plenty',
    pod: asking({ memory: '1Ti' }),
    has: { memory: '16Ei', pods: '9' },
    want: 'fits',
  },
];
for (const { name, pod, has, used, want } of rooms) {
  test(`NodeResourcesFit: ${name}`, () => {
    const pods = used === undefined ? [] : [busy(used)];
    expect(answers(pod, { nodes: [aNodeWith('n', has)], pods })).toEqual({ n: want });
  });
}

test('NodeResourcesFit: the profile may ignore resources of others, by name or by group', () => {
  const nodes = [aNodeWith('n', { pods: '9' })];
  const pod = asking({ 'example.com/gpu': '1' });
  const ignoring = (args: object): Partial<World> => ({ args: { NodeResourcesFit: args } });
  expect(answers(pod, { nodes }, ignoring({ ignoredResources: ['example.com/gpu'] }))).toEqual({ n: 'fits' });
  expect(answers(pod, { nodes }, ignoring({ ignoredResourceGroups: ['example.com'] }))).toEqual({ n: 'fits' });
});

const other = aNodeWith('other', { cpu: '4', memory: '8Gi', pods: '9' });
const fitScores = [
  {
    name: 'A9: what is left, the mean of both',
    pod: asking({ cpu: '500m', memory: '1Gi' }),
    has: { cpu: '4', memory: '8Gi' },
    pods: [busy('1', '2Gi')],
    want: '62→62',
  },
  {
    name: 'A10: a pod that names nothing is taken for a small one',
    pod: aPod('p'),
    has: { cpu: '1', memory: '1Gi' },
    pods: [],
    want: '85→85',
  },
  {
    name: 'A11: a full node and an overfull one are worth the same',
    pod: asking({ cpu: '0', memory: '0' }),
    has: { cpu: '4' },
    pods: [busy('4001m', '0')],
    want: '0→0',
  },
  {
    name: 'what the node does not have is left out of the mean',
    pod: asking({ cpu: '1', memory: '0' }),
    has: { cpu: '4' },
    pods: [],
    want: '75→75',
  },
];
for (const { name, pod, has, pods, want } of fitScores) {
  test(`NodeResourcesFit's score: ${name}`, () => {
    const nodes = [aNodeWith('n', { ...has, pods: '9' }), other];
    expect(scoresOf('NodeResourcesFit', pod, { nodes, pods }).split(' ')[0]).toBe(want);
  });
}

const strategies = [
  { name: 'most allocated', strategy: { type: 'MostAllocated' }, want: '25→25 50→50' },
  {
    name: 'by a line of its own, flat beyond its ends',
    strategy: {
      type: 'RequestedToCapacityRatio',
      requestedToCapacityRatio: {
        shape: [
          { utilization: 20, score: 0 },
          { utilization: 40, score: 10 },
        ],
      },
    },
    want: '25→25 100→100',
  },
] as const;
for (const { name, strategy, want } of strategies) {
  test(`NodeResourcesFit's score: ${name}`, () => {
    const nodes = ['4', '2'].map((cpu) => aNodeWith(`n${cpu}`, { cpu, pods: '9' }));
    const rest = {
      args: { NodeResourcesFit: { scoringStrategy: { ...strategy, resources: [{ name: 'cpu', weight: 1 }] } } },
    };
    expect(scoresOf('NodeResourcesFit', asking({ cpu: '1' }), { nodes }, rest)).toBe(want);
  });
}

test("NodeResourcesFit's score: what a pod asks for as a whole is not read since 1.35", () => {
  const nodes = [aNode('n'), aNode('m')];
  const pod = aPod('p', { resources: { requests: { cpu: '2', memory: '4Gi' } } });
  expect(scoresOf('NodeResourcesFit', pod, { nodes }, { dialect: '1.34' })).toBe('50→50 50→50');
  expect(scoresOf('NodeResourcesFit', pod, { nodes })).toBe('97→97 97→97');
});

const balances = [
  { name: 'A12: evened out', requests: { cpu: '1' }, want: { '1.35': '100→100', '1.36': '81→81' } },
  { name: 'A13: tipped over', requests: { memory: '2Gi' }, want: { '1.35': '75→75', '1.36': '69→69' } },
] as const;
for (const { name, requests, want } of balances) {
  for (const dialect of ['1.35', '1.36'] as const) {
    test(`NodeResourcesBalancedAllocation in ${dialect}: ${name}`, () => {
      const nodes = [aNode('n'), other];
      const pods = [busy('1', '4Gi')];
      const found = scoresOf('NodeResourcesBalancedAllocation', asking(requests), { nodes, pods }, { dialect });
      expect(found.split(' ')[0]).toBe(want[dialect]);
    });
  }
}

test('NodeResourcesBalancedAllocation: a pod that asks for nothing is not balanced', () => {
  expect(scoresOf('NodeResourcesBalancedAllocation', aPod('p'), { nodes: [aNode('n'), other] })).toBe('skipped');
});

import { expect, test } from 'vitest';
import type { Toleration } from '#api/kubernetes/pod.ts';
import { aNode, answers, aPod, scoresOf } from '../small-world.ts';

const tainted = aNode(
  'n',
  {},
  {
    spec: {
      taints: [
        { key: 'k', value: 'v', effect: 'NoExecute' },
        { key: 'k', value: 'w', effect: 'NoSchedule' },
        { key: 'soft', effect: 'PreferNoSchedule' },
      ],
    },
  },
);
const both = { key: 'k', operator: 'Exists' } as const;

const tolerations: readonly { name: string; tolerations: readonly Toleration[]; want: string }[] = [
  { name: 'A27: Exists without a key tolerates everything', tolerations: [{ operator: 'Exists' }], want: 'fits' },
  { name: 'A27: Exists with the key tolerates every effect', tolerations: [both], want: 'fits' },
  {
    name: 'A27: another value is not tolerated',
    tolerations: [{ key: 'k', value: 'v' }],
    want: 'UaU node(s) had untolerated taint(s)',
  },
  {
    name: 'both values are',
    tolerations: [
      { key: 'k', value: 'v' },
      { key: 'k', operator: 'Equal', value: 'w' },
    ],
    want: 'fits',
  },
  {
    name: 'one effect is not the other',
    tolerations: [{ ...both, effect: 'NoSchedule' }],
    want: 'UaU node(s) had untolerated taint(s)',
  },
  {
    name: 'numbers are not compared unless the gate is open',
    tolerations: [{ key: 'k', operator: 'Gt', value: '1' }],
    want: 'UaU node(s) had untolerated taint(s)',
  },
];
for (const { name, tolerations: given, want } of tolerations) {
  test(`TaintToleration: ${name}`, () => {
    expect(answers(aPod('p', { tolerations: given }), { nodes: [tainted] })).toEqual({ n: want });
  });
}

test('TaintToleration: 1.34 names the first taint', () => {
  expect(answers(aPod('p'), { nodes: [tainted] }, { dialect: '1.34' })).toEqual({
    n: 'UaU node(s) had untolerated taint {k: v}',
  });
});

test('TaintToleration: advice costs score, and only tolerations for advice help', () => {
  const nodes = [tainted, aNode('m')];
  expect(scoresOf('TaintToleration', aPod('p', { tolerations: [both] }), { nodes })).toBe('1→0 0→100');
  const soft = { key: 'soft', operator: 'Exists', effect: 'PreferNoSchedule' } as const;
  expect(scoresOf('TaintToleration', aPod('p', { tolerations: [both, soft] }), { nodes })).toBe('0→100 0→100');
});

test('NodeUnschedulable: a cordon is a taint that can be tolerated', () => {
  const nodes = [aNode('n', {}, { spec: { unschedulable: true } })];
  const key = 'node.kubernetes.io/unschedulable';
  expect(answers(aPod('p'), { nodes })).toEqual({ n: 'UaU node(s) were unschedulable' });
  expect(answers(aPod('p', { tolerations: [{ key, operator: 'Exists' }] }), { nodes })).toEqual({ n: 'fits' });
  expect(answers(aPod('p', { tolerations: [{ key, value: 'x' }] }), { nodes })).toEqual({
    n: 'UaU node(s) were unschedulable',
  });
});

const noMatch = "UaU node(s) didn't match Pod's node affinity/selector";

test('NodeAffinity: a hostname is a label, and not the name', () => {
  const nodes = [aNode('n', { 'kubernetes.io/hostname': 'h' })];
  expect(answers(aPod('p', { nodeSelector: { 'kubernetes.io/hostname': 'h' } }), { nodes })).toEqual({ n: 'fits' });
  expect(answers(aPod('p', { nodeSelector: { 'kubernetes.io/hostname': 'n' } }), { nodes })).toEqual({ n: noMatch });
});

const requiring = (...nodeSelectorTerms: readonly object[]): ReturnType<typeof aPod> =>
  aPod('p', { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } });
const named = (...values: readonly string[]): object => ({
  matchFields: [{ key: 'metadata.name', operator: 'In', values }],
});
const disk = (operator: string, ...values: readonly string[]): object => ({
  matchExpressions: [{ key: 'disk', operator, values }],
});

const terms = [
  { name: 'no term, no node', pod: requiring(), want: { n: noMatch } },
  { name: 'an empty term matches nothing', pod: requiring({}), want: { n: noMatch } },
  { name: 'one of the terms suffices', pod: requiring(disk('In', 'ssd'), disk('In', 'hdd')), want: { n: 'fits' } },
  { name: 'a broken term is passed over', pod: requiring(disk('Gt', 'many'), disk('Exists')), want: { n: 'fits' } },
  { name: 'a broken term alone matches nothing', pod: requiring(disk('NotIn', 'bad value!')), want: { n: noMatch } },
  {
    name: 'names that exclude each other conflict',
    pod: requiring({
      matchFields: [...((named('n') as never)['matchFields'] as []), ...((named('m') as never)['matchFields'] as [])],
    }),
    want: { all: 'UaU pod affinity terms conflict' },
  },
];
for (const { name, pod, want } of terms) {
  test(`NodeAffinity: ${name}`, () => expect(answers(pod, { nodes: [aNode('n', { disk: 'hdd' })] })).toEqual(want));
}

test('NodeAffinity: the profile may ask for more', () => {
  const addedAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [disk('In', 'ssd')] } };
  const rest = { args: { NodeAffinity: { addedAffinity } } };
  expect(answers(aPod('p'), { nodes: [aNode('n', { disk: 'hdd' }), aNode('m', { disk: 'ssd' })] }, rest)).toEqual({
    n: "UaU node(s) didn't match scheduler-enforced node affinity",
    m: 'fits',
  });
});

test('NodeAffinity: preferences weigh', () => {
  const prefer = (weight: number, key: string): object => ({
    weight,
    preference: { matchExpressions: [{ key, operator: 'Exists' }] },
  });
  const preferred = [prefer(30, 'a'), prefer(80, 'b'), prefer(0, 'c')] as never;
  const pod = aPod('p', { affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } } });
  const nodes = [aNode('n', { a: '' }), aNode('m', { b: '' }), aNode('o', { c: '' })];
  expect(scoresOf('NodeAffinity', pod, { nodes })).toBe('30→37 80→100 0→0');
});

test('NodeDeclaredFeatures: what not every kubelet can is asked for', () => {
  const pod = aPod('p', { hostNetwork: true, hostUsers: false });
  const nodes = [
    aNode('n'),
    aNode(
      'm',
      {},
      { status: { allocatable: { pods: '1' }, declaredFeatures: ['UserNamespacesHostNetworkSupport', 'Unheard'] } },
    ),
  ];
  const refused = "UaU node(s) didn't match Pod's required features";
  expect(answers(pod, { nodes })).toEqual({ n: refused, m: 'fits' });
  expect(answers(pod, { nodes }, { dialect: '1.35' })).toEqual({ n: 'fits', m: 'fits' });
});

import { expect, test } from 'vitest';
import type { PodAffinityTerm } from '#api/kubernetes/affinity.ts';
import type { ObjectMeta } from '#api/kubernetes/metadata.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { WorldObjects } from '../../world.ts';
import { aNode, answers, aPod, scoresOf } from '../small-world.ts';

const zone = 'topology.kubernetes.io/zone';
const host = 'kubernetes.io/hostname';
const noNear = "UaU node(s) didn't match pod affinity rules";
const noFar = "U node(s) didn't match pod anti-affinity rules";
const kept = "U node(s) didn't satisfy existing pods anti-affinity rules";

/** Two hosts in zone a, one in zone b. */
const nodes: readonly Node[] = [
  aNode('a1', { [zone]: 'a' }),
  aNode('a2', { [zone]: 'a' }),
  aNode('b1', { [zone]: 'b' }),
];

const meaning = (
  labels: Record<string, string>,
  topologyKey: string,
  rest: Partial<PodAffinityTerm> = {},
): PodAffinityTerm => ({
  labelSelector: { matchLabels: labels },
  topologyKey,
  ...rest,
});
const near = (...terms: readonly PodAffinityTerm[]): Pod['spec']['affinity'] => ({
  podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms },
});
const far = (...terms: readonly PodAffinityTerm[]): Pod['spec']['affinity'] => ({
  podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms },
});
const incoming = (affinity: Pod['spec']['affinity'], labels: Record<string, string> = {}): Pod =>
  aPod('p', { affinity: affinity! }, { labels });
const on = (
  nodeName: string,
  labels: Record<string, string>,
  rest: Partial<ObjectMeta> = {},
  affinity: Pod['spec']['affinity'] = {},
): Pod => aPod(`on-${nodeName}-${Object.keys(labels).join('')}`, { nodeName, affinity }, { labels, ...rest });

const x = { x: '' };
const both = { x: '', y: '' };
const cases: readonly { name: string; pod: Pod; objects: Partial<WorldObjects>; want: Record<string, string> }[] = [
  {
    name: 'A28: only a pod that every term means counts for any of them',
    pod: incoming(near(meaning({ x: '' }, zone), meaning({ y: '' }, host))),
    objects: { pods: [on('a1', both), on('a2', x)] },
    want: { a1: 'fits', a2: noNear, b1: noNear },
  },
  {
    name: 'A29: to be far from, each term counts by itself',
    pod: incoming(far(meaning({ x: '' }, zone), meaning({ y: '' }, host))),
    objects: { pods: [on('a1', both), on('a2', x)] },
    want: { a1: noFar, a2: noFar, b1: 'fits' },
  },
  {
    name: 'the first of a kind may go anywhere that has the key',
    pod: incoming(near(meaning(x, 'rack')), x),
    objects: { nodes: [nodes[0]!, aNode('r', { rack: '1' })] },
    want: { a1: noNear, r: 'fits' },
  },
  {
    name: 'who would be the first must match itself',
    pod: incoming(near(meaning(x, zone))),
    objects: {},
    want: { a1: noNear, a2: noNear, b1: noNear },
  },
  {
    name: 'a like one where nothing has the key leaves the first the first',
    pod: incoming(near(meaning(x, 'rack')), x),
    objects: { nodes: [nodes[0]!, aNode('r', { rack: '1' })], pods: [on('a1', x)] },
    want: { a1: noNear, r: 'fits' },
  },
  {
    name: 'who runs keeps others off, by its own rules',
    pod: incoming({}, x),
    objects: { pods: [on('a1', {}, {}, far(meaning(x, zone)))] },
    want: { a1: kept, a2: kept, b1: 'fits' },
  },
  {
    name: 'A30: rules about a key that the node lacks keep nobody off',
    pod: incoming({}, x),
    objects: { pods: [on('a1', {}, {}, far(meaning(x, 'rack')))] },
    want: { a1: 'fits', a2: 'fits', b1: 'fits' },
  },
  {
    name: 'pods that end still count',
    pod: incoming(far(meaning(x, host))),
    objects: { pods: [on('a1', x, { deletionTimestamp: '2026-01-01T00:00:00Z' })] },
    want: { a1: noFar, a2: 'fits', b1: 'fits' },
  },
  {
    name: 'other namespaces are other pods',
    pod: incoming(far(meaning(x, host))),
    objects: { pods: [on('a1', x, { namespace: 'elsewhere' })] },
    want: { a1: 'fits', a2: 'fits', b1: 'fits' },
  },
  {
    name: 'unless an empty selector means all namespaces',
    pod: incoming(far(meaning(x, host, { namespaceSelector: {} }))),
    objects: { pods: [on('a1', x, { namespace: 'elsewhere' })] },
    want: { a1: noFar, a2: 'fits', b1: 'fits' },
  },
];
for (const { name, pod, objects, want } of cases) {
  test(`InterPodAffinity: ${name}`, () => expect(answers(pod, { nodes, ...objects })).toEqual(want));
}

test('InterPodAffinity: what a namespace must not be is asked of its labels, since 1.37', () => {
  const namespaceSelector = { matchExpressions: [{ key: 'team', operator: 'NotIn' as const, values: ['a'] }] };
  const pod = incoming(far(meaning(x, host, { namespaceSelector })));
  const namespaces = [{ metadata: { name: 'elsewhere', uid: 'ns', labels: { team: 'a' } } }];
  const objects = { nodes: [nodes[0]!], pods: [on('a1', x, { namespace: 'elsewhere' })], namespaces };
  expect(answers(pod, objects)).toEqual({ a1: 'fits' });
  expect(answers(pod, objects, { dialect: '1.36' })).toEqual({ a1: noFar });
});

test('InterPodAffinity: even a wish that cannot be judged keeps the pod from everywhere', () => {
  const broken = { labelSelector: { matchLabels: { x: 'bad value!' } }, topologyKey: host };
  const preferred = [{ weight: 1, podAffinityTerm: broken }];
  const pod = incoming({ podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } });
  expect(answers(pod, { nodes })).toEqual({ all: 'UaU parsing pod: an affinity term has a broken selector' });
});

test('InterPodAffinity: what a pod that runs asks for in broken words is not heard', () => {
  const broken = { labelSelector: { matchLabels: { x: 'bad value!' } }, topologyKey: host };
  const pods = [on('a1', {}, {}, far(meaning(x, host), broken))];
  expect(answers(incoming({}, x), { nodes, pods })).toEqual({ a1: 'fits', a2: 'fits', b1: 'fits' });
});

const prefer = (weight: number, term: PodAffinityTerm): object => ({
  preferredDuringSchedulingIgnoredDuringExecution: [{ weight, podAffinityTerm: term }],
});
const hosts = [aNode('m'), aNode('n'), aNode('o')];

test('A17: scores are stretched from the least to the most', () => {
  const pod = incoming({
    podAffinity: prefer(30, meaning(x, host)),
    podAntiAffinity: prefer(10, meaning({ y: '' }, host)),
  });
  const pods = [on('m', { y: '' }), on('o', x)];
  expect(scoresOf('InterPodAffinity', pod, { nodes: hosts, pods })).toBe('-10→0 0→25 30→100');
});

test('A17: in floating point, 29 of 100 is 28', () => {
  const likes = { podAffinity: prefer(29, meaning(x, host)) };
  const loves = { podAffinity: prefer(100, meaning(x, host)) };
  const pods = [on('n', {}, {}, likes), on('o', {}, {}, loves)];
  expect(scoresOf('InterPodAffinity', incoming({}, x), { nodes: hosts, pods })).toBe('0→0 29→28 100→100');
});

test('A17: all alike are worth nothing', () => {
  const pods = ['m', 'n', 'o'].map((node) => on(node, {}, {}, near(meaning(x, host))));
  expect(scoresOf('InterPodAffinity', incoming({}, x), { nodes: hosts, pods })).toBe('1→0 1→0 1→0');
});

test('InterPodAffinity: where nobody has wishes nothing is scored', () => {
  expect(scoresOf('InterPodAffinity', incoming({}, x), { nodes: hosts, pods: [on('m', x)] })).toBe('skipped');
});

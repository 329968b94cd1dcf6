import { expect, test } from 'vitest';
import type { TopologySpreadConstraint } from '#api/kubernetes/affinity.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { aNode, answers, aPod, scoresOf } from '../small-world.ts';

const zone = 'topology.kubernetes.io/zone';
const host = 'kubernetes.io/hostname';
const web = { matchLabels: { app: 'web' } };
const labels = { app: 'web' };
const skewed = "U node(s) didn't match pod topology spread constraints";
const unlabelled = "UaU node(s) didn't match pod topology spread constraints (missing required label)";

/** One node a zone: `a`, `b`, …, with so many pods on it. */
function zones(...counts: readonly number[]): { nodes: readonly Node[]; pods: readonly Pod[] } {
  const names = counts.map((_, index) => 'abcdef'[index]!);
  return {
    nodes: names.map((name) => aNode(name, { [zone]: name })),
    pods: names.flatMap((nodeName, index) =>
      Array.from({ length: counts[index]! }, (_, at) => aPod(`${nodeName}${at}`, { nodeName }, { labels })),
    ),
  };
}

function spread(constraint: Partial<TopologySpreadConstraint>, own: Record<string, string> = labels): Pod {
  const topologySpreadConstraints = [
    { maxSkew: 1, topologyKey: zone, whenUnsatisfiable: 'DoNotSchedule' as const, labelSelector: web, ...constraint },
  ];
  return aPod('p', { topologySpreadConstraints }, { labels: own });
}

const filters = [
  {
    name: 'A19: the fullest domain is full',
    pod: spread({}),
    world: zones(3, 2, 2),
    want: { a: skewed, b: 'fits', c: 'fits' },
  },
  {
    name: 'A20: a pod that does not match itself adds nothing',
    pod: spread({}, {}),
    world: zones(3, 2, 2),
    want: { a: 'fits', b: 'fits', c: 'fits' },
  },
  {
    name: 'A21: with too few domains the least is none',
    pod: spread({ minDomains: 2 }),
    world: zones(1),
    want: { a: skewed },
  },
  {
    name: 'A21: with enough the least is counted',
    pod: spread({ minDomains: 2 }),
    world: zones(1, 1),
    want: { a: 'fits', b: 'fits' },
  },
  {
    name: 'a selector for everything counts nobody, but the pod itself',
    pod: spread({ labelSelector: {}, maxSkew: 1 }),
    world: zones(5, 0),
    want: { a: 'fits', b: 'fits' },
  },
  {
    name: 'no selector: nobody, and not the pod itself',
    pod: aPod('p', {
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: zone, whenUnsatisfiable: 'DoNotSchedule' }],
    }),
    world: zones(5, 0),
    want: { a: 'fits', b: 'fits' },
  },
  {
    name: "labels named are compared with the pod's own",
    pod: spread({ matchLabelKeys: ['rev', 'gone'] }, { app: 'web', rev: '2' }),
    world: zones(3, 0),
    want: { a: 'fits', b: 'fits' },
  },
];
for (const { name, pod, world, want } of filters) {
  test(`PodTopologySpread: ${name}`, () => expect(answers(pod, world)).toEqual(want));
}

test('PodTopologySpread: pods that end count no more', () => {
  const { nodes } = zones(2, 0);
  const ends = ['p1', 'p2'].map((name) =>
    aPod(name, { nodeName: 'a' }, { labels, deletionTimestamp: '2026-01-01T00:00:00Z' }),
  );
  expect(answers(spread({}), { nodes, pods: ends })).toEqual({ a: 'fits', b: 'fits' });
});

test('A22: a node without one of the keys is out, and its pods count for no key', () => {
  const bare: Node = { ...aNode('bare'), metadata: { name: 'bare', uid: 'bare', labels: { [zone]: 'a' } } };
  const { nodes } = zones(0, 0);
  const pods = [1, 2, 3].map((at) => aPod(`on-bare${at}`, { nodeName: 'bare' }, { labels }));
  const pod = spread({});
  const constraints = [
    ...pod.spec.topologySpreadConstraints!,
    { ...pod.spec.topologySpreadConstraints![0]!, topologyKey: host },
  ];
  const both = { ...pod, spec: { ...pod.spec, topologySpreadConstraints: constraints } };
  expect(answers(both, { nodes: [...nodes, bare], pods })).toEqual({ a: 'fits', b: 'fits', bare: unlabelled });
});

test('PodTopologySpread: a cordoned node holds the least at none, unless its taint is honoured', () => {
  const { nodes, pods } = zones(1, 1, 0);
  const taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' as const };
  const world = {
    nodes: [...nodes.slice(0, 2), { ...nodes[2]!, spec: { unschedulable: true, taints: [taint] } }],
    pods,
  };
  const cordoned = { c: 'UaU node(s) were unschedulable' };
  expect(answers(spread({}), world)).toEqual({ a: skewed, b: skewed, ...cordoned });
  expect(answers(spread({ nodeTaintsPolicy: 'Honor' }), world)).toEqual({ a: 'fits', b: 'fits', ...cordoned });
});

test('PodTopologySpread: nodes the pod cannot go to do not count, unless told to', () => {
  const { nodes, pods } = zones(1, 0);
  const pinned = (pod: Pod): Pod => ({ ...pod, spec: { ...pod.spec, nodeSelector: { [zone]: 'a' } } });
  const elsewhere = "UaU node(s) didn't match Pod's node affinity/selector";
  expect(answers(pinned(spread({})), { nodes, pods })).toEqual({ a: 'fits', b: elsewhere });
  expect(answers(pinned(spread({ nodeAffinityPolicy: 'Ignore' })), { nodes, pods })).toEqual({
    a: skewed,
    b: elsewhere,
  });
});

const soft = (maxSkew: number, topologyKey: string): Pod =>
  spread({ maxSkew, topologyKey, whenUnsatisfiable: 'ScheduleAnyway' });
const scores = [
  { name: 'A18', pod: soft(5, zone), world: zones(5, 3), want: '11→72 8→100' },
  { name: 'hosts, skew 1', pod: soft(1, host), world: zones(2, 1, 0, 3), want: '4→20 2→60 0→100 5→0' },
  { name: 'hosts, skew 2', pod: soft(2, host), world: zones(2, 1, 0, 3), want: '5→33 3→66 1→100 6→16' },
  { name: 'nobody anywhere', pod: soft(1, zone), world: zones(0, 0), want: '0→100 0→100' },
];
for (const { name, pod, world, want } of scores) {
  test(`PodTopologySpread's score: ${name}`, () => expect(scoresOf('PodTopologySpread', pod, world)).toBe(want));
}

test("PodTopologySpread's score: a pod of a Service is spread without asking", () => {
  const services = [{ metadata: { name: 's', namespace: 'default', uid: 's' }, spec: { selector: labels } }];
  const pod = aPod('p', {}, { labels });
  const world = zones(1, 0);
  expect(scoresOf('PodTopologySpread', pod, world)).toBe('skipped');
  expect(scoresOf('PodTopologySpread', pod, { ...world, services })).toBe('9→66 6→100');
});

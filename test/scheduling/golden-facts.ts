import type { PodAffinityTerm, TopologySpreadConstraint } from '#api/kubernetes/affinity.ts';
import type { Taint } from '#api/kubernetes/node.ts';
import type { Pod, Toleration } from '#api/kubernetes/pod.ts';
import type { NodeSelectorRequirement } from '#api/kubernetes/selectors.ts';
import { aContainer, aNode, aPod, aWorld, placedPod, type PodWish } from './build-world.ts';
import type { Judgement, NodeVerdict } from './judgement.ts';
import type { World } from './world.ts';

/** A promise worked out by hand from the rules, before any engine was asked. */
export interface GoldenFact {
  readonly name: string;
  readonly world: World;
  /** What the judgement of the one probe must hold, and may hold more than. */
  readonly want: { readonly [Key in keyof Judgement]?: unknown };
  /** The subject that does not reckon with amounts so large, and says that it does not know. */
  readonly tooLargeFor?: string;
}

const zone = 'topology.kubernetes.io/zone';
const hostname = 'kubernetes.io/hostname';
const at = (name: string, z: string): ReturnType<typeof aNode> =>
  aNode(name, { labels: { [zone]: z, [hostname]: name } });

const fits: NodeVerdict = { kind: 'fits' };
const refused = (plugin: string, ...reasons: string[]): unknown => ({ kind: 'rejected', plugin, reasons });
const short = (...reasons: string[]): unknown => refused('NodeResourcesFit', ...reasons);

/** Needs exactly `cpuMilli`: it fits where that much is, and not where one milli is missing. */
function needs(name: string, cpuMilli: number, spec: NonNullable<PodWish['spec']>): GoldenFact {
  const nodes = [
    aNode('enough', { allocatable: { cpu: `${cpuMilli}m` } }),
    aNode('one-short', { allocatable: { cpu: `${cpuMilli - 1}m` } }),
  ];
  const want = { nodes: { enough: fits, 'one-short': short('Insufficient cpu') } };
  return { name, world: aWorld(name, { nodes }, aPod('probe', { spec })), want };
}

const sidecar = { restartPolicy: 'Always' };
const twoContainers = [aContainer('a', { cpu: '500m' }), aContainer('b', { cpu: '200m' })];
const threeInits = [
  aContainer('i1', { cpu: '800m' }),
  aContainer('i2', { cpu: '100m' }, sidecar),
  aContainer('i3', { cpu: '900m' }),
];

const requestFacts: readonly GoldenFact[] = [
  needs('A1: a plain init container beside an earlier sidecar is the peak', 1000, {
    containers: twoContainers,
    initContainers: threeInits,
  }),
  needs('A2: the pod level replaces the sum, overhead comes on top', 450, {
    containers: twoContainers,
    initContainers: threeInits,
    resources: { requests: { cpu: '400m' } },
    overhead: { cpu: '50m' },
  }),
  needs('A3: a sidecar before a plain init container runs beside it', 500, {
    containers: [aContainer('main', { cpu: '200m' })],
    initContainers: [aContainer('s', { cpu: '300m' }, sidecar), aContainer('i', { cpu: '100m' })],
  }),
  needs('A4: a sidecar after a plain init container does not', 500, {
    containers: [aContainer('main', { cpu: '200m' })],
    initContainers: [aContainer('i', { cpu: '100m' }), aContainer('s', { cpu: '300m' }, sidecar)],
  }),
  needs('A5: a tenth of a milli is a milli', 1, { containers: [aContainer('main', { cpu: '0.1m' })] }),
  needs('A5: an exponent is a hundred milli', 100, { containers: [aContainer('main', { cpu: '1e-1' })] }),
];

/** One node, one probe. */
function alone(
  name: string,
  allocatable: Record<string, string>,
  requests: Record<string, string>,
  verdict: unknown,
): GoldenFact {
  const world = aWorld(name, { nodes: [aNode('n', { allocatable })] }, aPod('probe', { requests }));
  return { name, world, want: { nodes: { n: verdict } } };
}

const fitFacts: readonly GoldenFact[] = [
  alone('A5: a byte and a half is two bytes', { memory: '1' }, { memory: '1.5' }, short('Insufficient memory')),
  alone('A5: milli-bytes are bytes', { memory: '128974848' }, { memory: '128974848000m' }, fits),
  {
    ...alone('A5: 16Ei is the end of int64', { memory: '16Ei' }, { memory: '9223372036854775807' }, fits),
    tooLargeFor: 'engine',
  },
  alone('A5: 10E is nothing', { memory: '10E' }, { memory: '1' }, short('Insufficient memory')),
  alone('A6: without requests only the pods are counted', { pods: '0' }, {}, short('Too many pods')),
  alone(
    'A7: no empty node of that size would do',
    { cpu: '400m' },
    { cpu: '500m' },
    {
      kind: 'rejected',
      code: 'UnschedulableAndUnresolvable',
    },
  ),
  {
    name: 'A8: two reasons of one node count twice',
    world: aWorld(
      'A8',
      {
        nodes: [aNode('n', { allocatable: { cpu: '1', pods: '1' } })],
        pods: [placedPod('p', 'n', { requests: { cpu: '600m' } })],
      },
      aPod('probe', { requests: { cpu: '500m' } }),
    ),
    want: {
      nodes: { n: { kind: 'rejected', code: 'Unschedulable', reasons: ['Too many pods', 'Insufficient cpu'] } },
      message: '0/1 nodes are available: 1 Insufficient cpu, 1 Too many pods.',
    },
  },
];

/** Scores need a second node to be given at all. */
function scored(
  name: string,
  plugin: string,
  probe: Pod,
  nodes: World['objects']['nodes'],
  pods: readonly Pod[],
  scores: Record<string, number>,
): GoldenFact {
  return { name, world: aWorld(name, { nodes, pods }, probe), want: { scores: { [plugin]: { normalised: scores } } } };
}

const tainted = (name: string, count: number): ReturnType<typeof aNode> =>
  aNode(name, {
    spec: {
      taints: Array.from({ length: count }, (_, index): Taint => ({ key: `k${index}`, effect: 'PreferNoSchedule' })),
    },
  });
const preferring = (weights: Record<string, number>): Pod =>
  aPod('probe', {
    spec: {
      affinity: {
        nodeAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: Object.entries(weights).map(([value, weight]) => ({
            weight,
            preference: { matchExpressions: [{ key: 'who', operator: 'In', values: [value] }] },
          })),
        },
      },
    },
  });
const who = (name: string): ReturnType<typeof aNode> => aNode(name, { labels: { who: name } });
const MI = 2 ** 20;
const withImage = (name: string, sizeBytes: number | undefined): ReturnType<typeof aNode> =>
  aNode(name, sizeBytes === undefined ? {} : { images: [{ names: ['big:1'], sizeBytes }] });
const imageNodes = (of: number, having: number, sizeBytes: number): World['objects']['nodes'] =>
  Array.from({ length: of }, (_, index) => withImage(`n${index}`, index < having ? sizeBytes : undefined));
const running = (image: string, count: number): Pod =>
  aPod('probe', {
    spec: { containers: Array.from({ length: count }, (_, index) => aContainer(`c${index}`, {}, { image })) },
  });

const scoreFacts: readonly GoldenFact[] = [
  scored(
    'A9: LeastAllocated is the mean of what is left',
    'NodeResourcesFit',
    aPod('probe', { requests: { cpu: '500m', memory: '1Gi' } }),
    [aNode('n', { allocatable: { cpu: '4', memory: '8Gi' } }), aNode('other')],
    [placedPod('p', 'n', { requests: { cpu: '1', memory: '2Gi' } })],
    { n: 62 },
  ),
  scored(
    'A10: a pod without requests counts as a small one',
    'NodeResourcesFit',
    aPod('probe'),
    [aNode('n', { allocatable: { cpu: '1', memory: '1Gi' } }), aNode('other')],
    [],
    { n: 85 },
  ),
  scored(
    'A12: a balance that becomes perfect',
    'NodeResourcesBalancedAllocation',
    aPod('probe', { requests: { cpu: '1' } }),
    [aNode('n', { allocatable: { cpu: '4', memory: '4Gi' } }), aNode('other')],
    [placedPod('p', 'n', { requests: { cpu: '1', memory: '2Gi' } })],
    { n: 81 },
  ),
  scored(
    'A13: a balance that stays as bad',
    'NodeResourcesBalancedAllocation',
    aPod('probe', { requests: { memory: '1Gi' } }),
    [aNode('n', { allocatable: { cpu: '4', memory: '4Gi' } }), aNode('other')],
    [placedPod('p', 'n', { requests: { cpu: '1', memory: '2Gi' } })],
    { n: 69 },
  ),
  scored('A14: 250 MiB on two of ten nodes', 'ImageLocality', running('big:1', 1), imageNodes(10, 2, 250 * MI), [], {
    n0: 2,
    n9: 0,
  }),
  scored('A14: 800 MiB on five of ten nodes', 'ImageLocality', running('big:1', 1), imageNodes(10, 5, 800 * MI), [], {
    n0: 38,
  }),
  scored(
    'A14: more than the most there is to gain',
    'ImageLocality',
    running('big:1', 2),
    imageNodes(3, 3, 3072 * MI),
    [],
    { n0: 100 },
  ),
  scored(
    'A15: taints that are not borne count down',
    'TaintToleration',
    aPod('probe'),
    [tainted('two', 2), tainted('one', 1), tainted('none', 0)],
    [],
    { two: 0, one: 50, none: 100 },
  ),
  scored('A15: no taints are full marks', 'TaintToleration', aPod('probe'), [aNode('a'), aNode('b')], [], {
    a: 100,
    b: 100,
  }),
  scored(
    'A16: preferences in proportion to the best',
    'NodeAffinity',
    preferring({ a: 30, b: 80 }),
    [who('a'), who('b'), who('c')],
    [],
    { a: 37, b: 100, c: 0 },
  ),
  scored(
    'A17: attraction and repulsion from worst to best',
    'InterPodAffinity',
    aPod('probe', { spec: { affinity: attracted({ good: 30 }, { bad: 10 }) } }),
    [at('n1', 'a'), at('n2', 'b'), at('n3', 'c')],
    [placedPod('p1', 'n1', { labels: { app: 'bad' } }), placedPod('p3', 'n3', { labels: { app: 'good' } })],
    { n1: 0, n2: 25, n3: 100 },
  ),
  scored(
    'A17: 29 of 100 is 28 in floating point',
    'InterPodAffinity',
    aPod('probe', { spec: { affinity: attracted({ good: 29, better: 100 }, {}) } }),
    [at('n1', 'a'), at('n2', 'b'), at('n3', 'c')],
    [placedPod('p1', 'n2', { labels: { app: 'good' } }), placedPod('p3', 'n3', { labels: { app: 'better' } })],
    { n1: 0, n2: 28, n3: 100 },
  ),
  scored(
    'A18: zones with five and three',
    'PodTopologySpread',
    aPod('probe', {
      labels: { app: 'web' },
      spec: { topologySpreadConstraints: [over({ maxSkew: 5, whenUnsatisfiable: 'ScheduleAnyway' })] },
    }),
    [at('n1', 'a'), at('n2', 'b')],
    [...webs('n1', 5), ...webs('n2', 3)],
    { n1: 72, n2: 100 },
  ),
];

function attracted(
  to: Record<string, number>,
  from: Record<string, number>,
): NonNullable<NonNullable<PodWish['spec']>['affinity']> {
  const terms = (weights: Record<string, number>) =>
    Object.entries(weights).map(([app, weight]) => ({
      weight,
      podAffinityTerm: { topologyKey: zone, labelSelector: { matchLabels: { app } } },
    }));
  return {
    podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: terms(to) },
    podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: terms(from) },
  };
}

function over(rest: Partial<TopologySpreadConstraint>): TopologySpreadConstraint {
  const labelSelector = { matchLabels: { app: 'web' } };
  return { maxSkew: 1, topologyKey: zone, whenUnsatisfiable: 'DoNotSchedule', labelSelector, ...rest };
}

function webs(node: string, count: number): Pod[] {
  return Array.from({ length: count }, (_, index) =>
    placedPod(`${node}-web${index}`, node, { labels: { app: 'web' } }),
  );
}

const spreadText = "node(s) didn't match pod topology spread constraints";
const tooMany = refused('PodTopologySpread', spreadText);
const spreading = (app: string, ...constraints: TopologySpreadConstraint[]): Pod =>
  aPod('probe', { labels: { app }, spec: { topologySpreadConstraints: constraints } });
const threeZones = {
  nodes: [at('na', 'a'), at('nb', 'b'), at('nc', 'c')],
  pods: [...webs('na', 3), ...webs('nb', 2), ...webs('nc', 2)],
};

const spreadFacts: readonly GoldenFact[] = [
  {
    name: 'A19: a third more in the fullest zone is one too many',
    world: aWorld('A19', threeZones, spreading('web', over({}))),
    want: { nodes: { na: tooMany, nb: fits, nc: fits } },
  },
  {
    name: 'A20: a pod that does not count itself may stand there',
    world: aWorld('A20', threeZones, spreading('other', over({}))),
    want: { nodes: { na: fits, nb: fits, nc: fits } },
  },
  {
    name: 'A21: with fewer zones than wished for, the least is none',
    world: aWorld('A21', { nodes: [at('na', 'a')], pods: webs('na', 1) }, spreading('web', over({ minDomains: 2 }))),
    want: { nodes: { na: tooMany } },
  },
  {
    name: 'A22: a node without one of the keys neither counts nor takes',
    world: aWorld(
      'A22',
      {
        nodes: [at('na', 'a'), at('nb', 'b'), aNode('bare', { labels: { [zone]: 'b' } })],
        pods: [...webs('na', 1), ...webs('bare', 5)],
      },
      spreading('web', over({}), over({ topologyKey: hostname, maxSkew: 5 })),
    ),
    want: {
      nodes: { na: tooMany, nb: fits, bare: refused('PodTopologySpread', `${spreadText} (missing required label)`) },
    },
  },
];

function tolerating(name: string, toleration: Toleration, taint: Taint, verdict: unknown): GoldenFact {
  const world = aWorld(
    name,
    { nodes: [aNode('n', { spec: { taints: [taint] } })] },
    aPod('probe', { spec: { tolerations: [toleration] } }),
  );
  return { name, world, want: { nodes: { n: verdict } } };
}

function selecting(
  name: string,
  expression: NodeSelectorRequirement,
  labels: Record<string, string>,
  verdict: unknown,
): GoldenFact {
  const nodeSelectorTerms = [{ matchExpressions: [expression] }];
  const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } };
  const world = aWorld(name, { nodes: [aNode('n', { labels })] }, aPod('probe', { spec: { affinity } }));
  return { name, world, want: { nodes: { n: verdict } } };
}

const untolerated = refused('TaintToleration', 'node(s) had untolerated taint(s)');
const unmatched = refused('NodeAffinity', "node(s) didn't match Pod's node affinity/selector");
const noExecute: Taint = { key: 'k', value: 'v', effect: 'NoExecute' };

const nodeFacts: readonly GoldenFact[] = [
  tolerating('A27: who bears everything bears this', { operator: 'Exists' }, noExecute, fits),
  tolerating('A27: no effect is every effect', { key: 'k', operator: 'Exists' }, noExecute, fits),
  tolerating(
    'A27: another value is not borne',
    { key: 'k', value: 'v' },
    { key: 'k', value: 'w', effect: 'NoSchedule' },
    untolerated,
  ),
  selecting('A31: 007 is more than 6', { key: 'gen', operator: 'Gt', values: ['6'] }, { gen: '007' }, fits),
  selecting('A31: what is not there is not less', { key: 'gen', operator: 'Lt', values: ['6'] }, {}, unmatched),
  selecting(
    'A31: no label is a negative number',
    { key: 'gen', operator: 'Gt', values: ['-1'] },
    { gen: '5' },
    unmatched,
  ),
  selecting(
    'A31: nine and a half is no integer',
    { key: 'gen', operator: 'Gt', values: ['6'] },
    { gen: '9.5' },
    unmatched,
  ),
  selecting('A32: what is not there is not in', { key: 'absent', operator: 'NotIn', values: ['a'] }, {}, fits),
  selecting('A32: what is not there does not exist', { key: 'absent', operator: 'DoesNotExist' }, {}, fits),
  selecting('A32: in nothing is broken', { key: 'gen', operator: 'In', values: [] }, { gen: '5' }, unmatched),
];

const term = (topologyKey: string, app: string): PodAffinityTerm => ({
  topologyKey,
  labelSelector: { matchExpressions: [{ key: app, operator: 'Exists' }] },
});
const twoTerms = [term(zone, 'first'), term(hostname, 'second')];
const related = {
  nodes: [at('h1', 'a'), at('h2', 'a'), at('h3', 'b')],
  pods: [placedPod('x', 'h1', { labels: { first: '', second: '' } }), placedPod('y', 'h2', { labels: { first: '' } })],
};
const noAffinity = refused('InterPodAffinity', "node(s) didn't match pod affinity rules");
const antiAffinity = refused('InterPodAffinity', "node(s) didn't match pod anti-affinity rules");

const podFacts: readonly GoldenFact[] = [
  {
    name: 'A28: only a pod that matches every term attracts',
    world: aWorld(
      'A28',
      related,
      aPod('probe', {
        spec: { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: twoTerms } } },
      }),
    ),
    want: { nodes: { h1: fits, h2: noAffinity, h3: noAffinity } },
  },
  {
    name: 'A29: a pod that matches any term repels in its domain',
    world: aWorld(
      'A29',
      related,
      aPod('probe', {
        spec: { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: twoTerms } } },
      }),
    ),
    want: { nodes: { h1: antiAffinity, h2: antiAffinity, h3: fits } },
  },
  {
    name: 'A30: a pod on a node without the key repels nobody',
    world: aWorld(
      'A30',
      {
        nodes: [at('n', 'a')],
        pods: [
          placedPod('p', 'n', {
            spec: {
              affinity: {
                podAntiAffinity: {
                  requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'rack', labelSelector: {} }],
                },
              },
            },
          }),
        ],
      },
      aPod('probe'),
    ),
    want: { nodes: { n: fits } },
  },
];

/** Of the rules' own examples, those that one world can express. */
export const goldenFacts: readonly GoldenFact[] = [
  ...requestFacts,
  ...fitFacts,
  ...scoreFacts,
  ...spreadFacts,
  ...nodeFacts,
  ...podFacts,
];

import { expect, test } from 'vitest';
import { newestDialect } from '#api/dialect.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { aNode, placedPod } from '#test/scheduling/build-world.ts';
import { storeOf } from '#test/scheduling/engine-judge.ts';
import { explainNode } from './explain-node.ts';
import type { NodeExplanation } from './node-explanation.ts';
import { nodeExplanationText } from './node-explanation-text.ts';

function told(node: ReturnType<typeof aNode>, pods: readonly Pod[]): NodeExplanation {
  const view = storeOf({ objects: { nodes: [node], pods } }).view();
  const row = view.nodes.rowOf(node.metadata.name)!;
  const dialect = { dialect: newestDialect, known: true };
  const profile = defaultProfile(newestDialect);
  return explainNode({ view, row, profile, dialect, unread: new Set(), pods, load: undefined });
}

const big = placedPod('big', 'n1', { requests: { cpu: '6', memory: '1Gi' } });
const small = placedPod('small', 'n1', { requests: { cpu: '500m' } });
const waiting = placedPod('waiting', '', { requests: { cpu: '2' } });

test('pods are told by their requests, and what is left is what the scheduler would count', () => {
  const { pods, resources, blockers, ready } = told(aNode('n1'), [small, big]);
  expect(pods.map(({ name, cpuMilli }) => [name, cpuMilli])).toEqual([
    ['big', 6000],
    ['small', 500],
  ]);
  expect(resources.find(({ resource }) => resource === 'cpu')).toEqual({
    resource: 'cpu',
    requested: 6500,
    allocatable: 8000,
    free: 1500,
    used: null,
  });
  expect(blockers.filter(({ kind }) => kind !== 'condition')).toEqual([]);
  expect(ready).toBe(false);
});

const made = aNode('n1');
const blocked: readonly {
  name: string;
  node: ReturnType<typeof aNode>;
  pods?: readonly Pod[];
  kinds: readonly string[];
}[] = [
  { name: 'being cordoned', node: { ...made, spec: { unschedulable: true } }, kinds: ['cordoned'] },
  {
    name: 'taints, but not those that only prefer',
    node: {
      ...made,
      spec: {
        taints: [
          { key: 'a', effect: 'NoExecute' },
          { key: 'b', effect: 'PreferNoSchedule' },
        ],
      },
    },
    kinds: ['taint'],
  },
  {
    name: 'conditions that are not as they should be',
    node: {
      ...made,
      status: {
        ...made.status,
        conditions: [
          { type: 'Ready', status: 'Unknown', reason: 'NodeStatusUnknown' },
          { type: 'DiskPressure', status: 'True' },
          { type: 'MemoryPressure', status: 'False' },
        ],
      },
    },
    kinds: ['condition', 'condition'],
  },
  {
    name: 'having no cpu left',
    node: made,
    pods: [placedPod('all', 'n1', { requests: { cpu: '8' } })],
    kinds: ['full'],
  },
];
for (const { name, node, pods = [], kinds } of blocked) {
  test(`what keeps pods off: ${name}`, () => {
    expect(told(node, pods).blockers.map(({ kind }) => kind)).toEqual(kinds);
  });
}

test('every pending pod hears its answer, with the numbers', () => {
  const { pending } = told(aNode('n1'), [big, small, waiting]);
  expect(pending).toMatchObject([
    {
      name: 'waiting',
      answer: {
        verdict: 'rejected',
        plugin: 'NodeResourcesFit',
        evidence: [{ facts: { requested: 2000, free: 1500 } }],
      },
    },
  ]);
});

test('an explanation reads like this', () => {
  const paint = (_: string, text: string): string => text;
  expect(nodeExplanationText(told(aNode('n1'), [big, small, waiting]), { width: 'narrow', paint }))
    .toMatchInlineSnapshot(`
    "Node n1: not ready, 2 of at most 110 pods
    Nothing but room, and what pods ask for themselves, keeps pods off it

    RESOURCE   REQUESTED   ALLOCATABLE      FREE        USED
    cpu            6500m         8000m     1500m   <unknown>
    memory        1024Mi       16384Mi   15360Mi   <unknown>

    NAMESPACE   POD     CPU REQ    CPU USED   MEM REQ    MEM USED   OWNER
    blue        big       6000m   <unknown>    1024Mi   <unknown>   -
    blue        small      500m   <unknown>       0Mi   <unknown>   -

    PENDING   VERDICT   BY                 WHY                SUCH AS        WITH
          1   refuses   NodeResourcesFit   Insufficient cpu   blue/waiting   cpu: asks for 2000m, 1500m free of 8000m
    "
  `);
});

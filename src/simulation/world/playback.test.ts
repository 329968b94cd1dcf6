import { expect, test } from 'vitest';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { coursesOf, watched, type WatchedWorld } from '../fixtures/a-world.ts';
import { evict } from './controllers/evictions.ts';
import type { RecordedAct, RecordedLife } from './recorded-script.ts';

const MINUTE = 60_000;

const aNode = (name: string): Node => ({
  metadata: { name, uid: `uid-${name}`, creationTimestamp: '2029-01-01T00:00:00Z' },
  spec: {},
  status: {
    capacity: { cpu: '4', memory: '16Gi', pods: '110' },
    allocatable: { cpu: '4', memory: '16Gi', pods: '110' },
    conditions: [{ type: 'Ready', status: 'True' }],
  },
});

function aPod(name: string, owner: string): Pod {
  return {
    metadata: {
      namespace: 'shop',
      name,
      uid: `uid-${name}`,
      labels: { app: name },
      ownerReferences: [
        { apiVersion: 'v1', kind: owner, name: `${name}-owner`, uid: `uid-${owner}`, controller: true },
      ],
    },
    spec: { containers: [{ name: 'app', image: 'x:1', resources: { requests: { cpu: '1' } } }] },
  };
}

const aLife = (course: number, owner: string, more: Partial<RecordedLife> = {}): RecordedLife => ({
  course,
  owner: `uid-${owner}`,
  pod: aPod(`pod-${course}`, owner),
  node: 'n1',
  bornMs: 0,
  isPinned: false,
  request: 1,
  limit: 4,
  ...more,
});

/** Two nodes, of which the second uses half a core by itself; pods want a core each. */
function played(lives: readonly RecordedLife[], more: readonly RecordedAct[] = []): WatchedWorld {
  const nodes = ['n1', 'n2'].map((name): RecordedAct => ({
    afterMs: 0,
    act: 'apply',
    change: { of: 'Node', object: aNode(name) },
  }));
  const acts = lives.flatMap((life): RecordedAct[] => [
    { afterMs: life.bornMs, act: 'birth', life },
    ...(life.diesMs === undefined ? [] : [{ afterMs: life.diesMs, act: 'death', life } as const]),
  ]);
  const script = [...nodes, ...acts, ...more].toSorted((a, b) => a.afterMs - b.afterMs);
  const own = lives.length;
  return watched({
    nodes: [],
    courses: coursesOf(...lives.map(() => [1, 1]), [0, 0], [0.5, 0.5]),
    recorded: {
      acts: script,
      lives,
      nodes: new Map([
        ['n1', own],
        ['n2', own + 1],
      ]),
    },
  });
}

const wantedOn = ({ world }: WatchedWorld, node: string): number | undefined => world.workings.nodes.get(node)?.wanted;

test('what runs from the beginning runs where it was, and a node uses what is its own', async () => {
  const stage = played([aLife(0, 'Job')]);
  await stage.pass(1);
  expect([wantedOn(stage, 'n1'), wantedOn(stage, 'n2')]).toEqual([1, 0.5]);
});

test('a pod is born where it went, and told to go when it went', async () => {
  const stage = played([aLife(0, 'Job', { node: 'n2', bornMs: 5 * MINUTE, diesMs: 10 * MINUTE })]);
  await stage.pass(6 * 60);
  expect(wantedOn(stage, 'n2')).toBe(1.5);
  await stage.pass(5 * 60);
  expect(stage.told('pod-created', 'pod-ending')).toEqual(['pod-created shop/pod-0', 'pod-ending shop/pod-0']);
  expect(wantedOn(stage, 'n2')).toBe(0.5);
});

test('whoever made a pod that is evicted makes another, which goes on with its work, until it would have ended', async () => {
  const stage = played([aLife(0, 'Job', { diesMs: 10 * MINUTE })]);
  evict(stage.world.core, { namespace: 'shop', name: 'pod-0' });
  await stage.pass(60);
  const [again] = stage.world.core.store.podsIn('shop');
  expect(again!.metadata.name).toMatch(/^pod-0-owner-/);
  expect(wantedOn(stage, again!.spec.nodeName!)).toBe(again!.spec.nodeName === 'n1' ? 1 : 1.5);
  await stage.pass(15 * 60);
  expect(stage.world.core.store.podsIn('shop')).toEqual([]);
});

test('a daemon is bound to its node, and nobody makes another of it', async () => {
  const stage = played([aLife(0, 'DaemonSet', { bornMs: MINUTE })]);
  await stage.pass(120);
  const [daemon] = stage.world.core.store.podsIn('shop');
  expect(daemon!.spec.nodeName).toBe('n1');
  evict(stage.world.core, { namespace: 'shop', name: 'pod-0' });
  await stage.pass(60);
  expect(stage.world.core.store.podsIn('shop')).toEqual([]);
});

test('a node that falls silent, comes back, is cordoned and leaves does so when it did', async () => {
  const silent: Node = {
    ...aNode('n2'),
    status: { ...aNode('n2').status, conditions: [{ type: 'Ready', status: 'False' }] },
  };
  const cordoned: Node = { ...aNode('n2'), spec: { unschedulable: true } };
  const changes = [silent, aNode('n2'), cordoned].map((object, number): RecordedAct => ({
    afterMs: (number + 1) * MINUTE,
    act: 'apply',
    change: { of: 'Node', object },
  }));
  const stage = played([], [...changes, { afterMs: 4 * MINUTE, act: 'remove', of: 'Node', key: 'n2' }]);
  await stage.pass(5 * 60);
  expect(stage.told()).toEqual(['node-lost n2', 'node-back n2', 'node-cordoned n2', 'node-left n2']);
});

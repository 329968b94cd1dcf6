import { expect, test } from 'vitest';
import { parseWindow } from '#base/written-window.ts';
import { newestDialect } from '#api/dialect.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { NodeLoadRuleSpec } from '#api/node-load-rule.ts';
import type { MigrationPhase, PodMigration, PodMigrationStatus } from '#api/pod-migration.ts';
import { appliedEvent } from '#cluster/cluster-event.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import { movabilityDefaults } from '#decisions/rescheduling/movability/subject.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { aNode, aPass, aStore, NOW } from '#test/support/a-load.ts';
import type { MigrationView } from '#decisions/rescheduling/migration/migration-view.ts';
import { viewOfMigration } from './view-of-migration.ts';

const OLD = '2026-11-01T00:00:00Z';
const GI = 2 ** 30;
const names = ['n1', 'n2', 'n3', 'n4'] as const;

/** What pods ask for stands for what they use: nobody measures pods here. */
const aPod = (name: string, nodeName: string, cpu = '1'): Pod => ({
  metadata: {
    name,
    namespace: 'shop',
    uid: `uid-of-${name}`,
    labels: { app: name },
    creationTimestamp: OLD,
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name, uid: name, controller: true }],
  },
  spec: { nodeName, containers: [{ name: 'main', resources: { requests: { cpu, memory: '64Mi' } } }] },
  status: { phase: 'Running', startTime: OLD, conditions: [{ type: 'Ready', status: 'True' }] },
});

const web = aPod('web', 'n1', '2');

function aMigration(pod: Pod, phase: MigrationPhase, more: Partial<PodMigrationStatus> = {}): PodMigration {
  const since = new Date(NOW).toISOString();
  const { name, uid } = pod.metadata;
  return {
    metadata: { namespace: 'shop', name: `move-${name}`, uid: `move-of-${name}`, resourceVersion: '1' },
    spec: { podRef: { name, uid }, mode: 'Auto', reason: 'n1 is hot.', deadline: '2026-11-30T11:00:00Z' },
    status: { phase, since, sourceNode: pod.spec.nodeName!, ...more },
  };
}

interface Scene {
  /** Share of 8 cores by node; n1 is where the pod is. */
  readonly cpu?: Partial<Record<(typeof names)[number], number>>;
  readonly pods?: readonly Pod[];
  readonly others?: readonly PodMigration[];
  readonly rule?: NodeLoadRuleSpec;
  readonly taints?: Readonly<Record<string, string>>;
  /** Where a plan wants it, for another to come to n1. */
  readonly makesRoomOn?: (typeof names)[number];
}

function viewOf({ cpu = {}, pods = [], others = [], rule, taints = {}, makesRoomOn }: Scene): MigrationView {
  const store = new ClusterStore(newestDialect);
  const size = { cpu: '8', memory: '16Gi', pods: '110' };
  for (const name of names) {
    const key = taints[name];
    const node: Node = {
      metadata: { name, uid: `uid-of-${name}`, labels: { 'kubernetes.io/hostname': name } },
      spec: key === undefined ? {} : { taints: [{ key, effect: 'PreferNoSchedule' }] },
      status: { capacity: size, allocatable: size, images: [] },
    };
    store.apply(appliedEvent('Node', node));
  }
  for (const pod of [web, ...pods]) {
    const { name } = pod.metadata;
    const replicas = { spec: { replicas: 2 }, status: { replicas: 2 } };
    store.apply(appliedEvent('StatefulSet', { metadata: { name, namespace: 'shop', uid: name }, ...replicas }));
    store.apply(appliedEvent('Pod', pod));
  }
  const load = aStore();
  const nodes = names.map((name) => aNode(name, { capacity: { cpuCores: 8, memoryBytes: 16 * GI } }));
  const shares = { n1: 0.9, n2: 0.1, n3: 0.2, n4: 0.3, ...cpu };
  load.take(aPass(NOW, nodes, { cpu: shares, memory: { n1: 0.1, n2: 0.1, n3: 0.1, n4: 0.1 } }));
  const migration = makesRoomOn === undefined ? aMigration(web, 'Approved') : makingRoom(makesRoomOn);
  const sight = {
    cluster: store.view(),
    unread: new Set<never>(),
    load: load.view(NOW),
    migrations: [migration, ...others],
    ...(rule === undefined ? {} : { rules: [{ metadata: { namespace: 'shop', name: 'web' }, spec: rule }] }),
    podsIn: () => [web, ...pods],
    profile: defaultProfile(newestDialect),
    movability: movabilityDefaults,
    inFlightPerNode: 2,
    surgeRight: 'held',
    requests: 'not-answered',
  } as const;
  const ruled = { worth: { kind: 'holds' }, gate: { kind: 'open' }, approval: 'granted' } as const;
  return viewOfMigration(migration, sight, ruled);
}

function makingRoom(targetNode: string): PodMigration {
  const { spec, ...rest } = aMigration(web, 'Approved');
  const makesRoomFor = { name: 'hot', uid: 'uid-of-hot' };
  const planned = { for: 'MakesRoom', makesRoomFor, worthMinutes: 100, predicted: {} } as const;
  return { ...rest, spec: { ...spec, targetNode, planned } };
}

const surging = (name: string, to: string, cpu: string): Scene => {
  const pod = aPod(name, 'n1', cpu);
  return { pods: [pod], others: [aMigration(pod, 'Surging', { headedFor: to, clone: { name: `${name}-clone` } })] };
};
const steeredElsewhere = (name: string, wish: string, to: string, cpu: string): Scene => {
  const pod = aPod(name, 'n1', cpu);
  const { spec, ...rest } = aMigration(pod, 'Surging', { headedFor: to, clone: { name: `${name}-clone` } });
  return { pods: [pod], others: [{ ...rest, spec: { ...spec, targetNode: wish } }] };
};
const settling = (name: string, to: string, cpu: string): Scene => {
  const came = aPod(name, to, cpu);
  const { uid } = came.metadata;
  const gone = aPod(`${name}-was`, 'n1');
  const status = { landedNode: to, toldToGoAt: OLD, replacement: { name, uid } };
  return { pods: [came], others: [aMigration(gone, 'Settling', status)] };
};
const both = (one: Scene, other: Scene): Scene => ({
  pods: [...(one.pods ?? []), ...(other.pods ?? [])],
  others: [...(one.others ?? []), ...(other.others ?? [])],
});

const cases: readonly (readonly [says: string, scene: Scene, targets: readonly string[]])[] = [
  ['the coolest first, never the node that it is to leave', {}, ['n2', 'n3', 'n4']],
  ['none that would be above its line with it', { cpu: { n2: 0.56 } }, ['n3', 'n4']],
  ['trap 31: what is on its way to a node counts as if it were there', surging('big', 'n2', '4'), ['n3', 'n4']],
  ['what has landed and is not measured yet counts too', settling('big', 'n2', '4'), ['n3', 'n4']],
  [
    'a clone that is steered elsewhere than its move had wished is on its way to there',
    steeredElsewhere('big', 'n3', 'n2', '4'),
    ['n3', 'n4'],
  ],
  ['the coolest with all that is on its way', surging('small', 'n2', '1'), ['n3', 'n2', 'n4']],
  [
    'none that as many moves touch as may at once',
    both(surging('one', 'n2', '100m'), surging('two', 'n2', '100m')),
    ['n3', 'n4'],
  ],
  ['what makes room for another goes where it is to go', { makesRoomOn: 'n3' }, ['n3']],
  ['and waits for room there', { makesRoomOn: 'n3', cpu: { n3: 0.56 } }, []],
  ['a rule says which nodes may be used', { rule: { allowedNodes: ['n3', 'n1'] } }, ['n3']],
  ['a rule says how much of a node may be in use, its own use added', { rule: { maxCPU: 50 } }, ['n2', 'n3']],
  ['a rule that is a wish forbids nothing', { rule: { maxCPU: 50, enforcement: 'Preferred' } }, ['n2', 'n3', 'n4']],
  [
    'rules of other pods are no matter',
    { rule: { maxCPU: 1, podSelector: { matchLabels: { app: 'db' } } } },
    ['n2', 'n3', 'n4'],
  ],
  [
    'B-20: a node that an autoscaler would rather remove is for pods that may go nowhere else',
    { taints: { n2: 'DeletionCandidateOfClusterAutoscaler' } },
    ['n3', 'n4'],
  ],
  [
    'B-20: and for these it is one',
    { taints: { n2: 'DeletionCandidateOfClusterAutoscaler' }, rule: { allowedNodes: ['n2'] } },
    ['n2'],
  ],
];

for (const [says, scene, targets] of cases) {
  test(`targets right before the step: ${says}`, () => expect(viewOf(scene).targets).toEqual(targets));
}

test('a rule that forbids moves holds to the last moment, one that gives them windows until one opens', () => {
  expect(viewOf({ rule: { rebalance: 'Disabled' } }).movability).toMatchObject({
    kind: 'unmovable',
    reason: 'RuleForbids',
    lasts: 'until-changed',
    freedBy: 'set rebalance: Enabled in NodeLoadRule shop/web',
  });
  const windows = [parseWindow('Mon-Fri 22:00-06:00 Europe/Berlin')!];
  expect(viewOf({ rule: { windows } }).movability).toMatchObject({ reason: 'RuleWindows', lasts: 'now' });
  expect(viewOf({ rule: {} }).movability.kind).toBe('movable');
});

/** Pods that ask for so many cores on these nodes. */
const asking = (cores: Readonly<Record<string, string>>): Scene => ({
  pods: Object.entries(cores).map(([node, cpu]) => aPod(`on-${node}`, node, cpu)),
});

const landings: readonly (readonly [says: string, scene: Scene, landing: string])[] = [
  ['where the scheduler puts it there is room below the line', asking({ n1: '2', n3: '4', n4: '4' }), 'good'],
  ['it would come back to where requests leave most room', asking({ n2: '5', n3: '5', n4: '5' }), 'WouldComeBack'],
  [
    'the node with the fewest requests is near its line',
    { ...asking({ n1: '2', n3: '4', n4: '4' }), cpu: { n2: 0.7 } },
    'WouldBeHot',
  ],
];

for (const [says, scene, landing] of landings) {
  test(`what would come of an eviction: ${says}`, () => {
    const found = viewOf(scene).landing();
    expect(found.kind === 'bad' ? found.reason : found.kind).toBe(landing);
  });
}

import { expect, test } from 'vitest';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '#api/kubernetes/storage.ts';
import { newestDialect } from '#api/dialect.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { placePod } from '#decisions/scheduling/place-pod.ts';
import { whereCouldItGo } from '#decisions/scheduling/where-could-it-go.ts';
import { aContainer, aNode, aPod, placedPod, type PodWish } from './build-world.ts';
import { storeOf } from './engine-judge.ts';
import { judged, scored } from './judged.ts';
import type { WorldObjects } from './world.ts';

const profile = defaultProfile(newestDialect);
const taint = (key: string, effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute', value = '') => ({
  spec: { taints: [{ key, value, effect }] },
});
const upTo = (count: number, make: (index: number) => Pod): Pod[] => Array.from({ length: count }, (_, at) => make(at));

test('C-05: full in ways other than cpu', () => {
  const allocatable = { cpu: '3920m', memory: '14162560Ki', pods: '110' };
  const nodes = ['n1', 'n2', 'n3'].map((name) => aNode(name, { allocatable }));
  const done = { requests: { cpu: '1' }, status: { phase: 'Succeeded' as const } };
  const pods = [
    ...upTo(110, (at) => placedPod(`small-${at}`, 'n1')),
    ...upTo(3, (at) => placedPod(`big-${at}`, 'n2', { requests: { cpu: '1300m' } })),
    ...upTo(20, (at) => placedPod(`done-${at}`, 'n3', done)),
  ];
  const coming = aPod('p', { requests: { cpu: '100m' } });
  expect(judged({ nodes, pods }, coming)).toEqual({ n1: 'Too many pods', n2: 'Insufficient cpu', n3: 'fits' });
  const all = aPod('p', { requests: { cpu: '3920m' } });
  expect(judged({ nodes, pods }, all)['n3']).toBe('fits');
});

test('C-06: the effective request of a pod', () => {
  const sidecar = aContainer('sc', { cpu: '500m' }, { restartPolicy: 'Always' });
  const init = aContainer('init', { cpu: '2' });
  const app = aContainer('app', { cpu: '1' });
  const specs = {
    2500: { initContainers: [sidecar, init], containers: [app] },
    2000: { initContainers: [init, sidecar], containers: [app] },
    2750: { initContainers: [sidecar], containers: [app, aContainer('app2', { cpu: '1' })], overhead: { cpu: '250m' } },
  };
  for (const [milli, spec] of Object.entries(specs)) {
    const nodes = [Number(milli), Number(milli) - 1].map((cpu, at) =>
      aNode(`n${at}`, { allocatable: { cpu: `${cpu}m` } }),
    );
    expect(judged({ nodes }, aPod('p', { spec })), milli).toEqual({ n0: 'fits', n1: 'Insufficient cpu' });
  }
});

test('C-10: terminating pods still hold their node', () => {
  const nodes = [aNode('n1', { allocatable: { cpu: '4' } })];
  const x = placedPod('x', 'n1', { requests: { cpu: '3' } });
  const ending = { ...x, metadata: { ...x.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
  const coming = aPod('p', { requests: { cpu: '3' } });
  expect(judged({ nodes, pods: [ending] }, coming)).toEqual({ n1: 'Insufficient cpu' });
  expect(judged({ nodes }, coming)).toEqual({ n1: 'fits' });
});

test('C-11: hard taints keep off, soft ones are only liked less', () => {
  const n1 = aNode('n1', taint('node-role.kubernetes.io/control-plane', 'NoSchedule'));
  const n2 = aNode('n2', taint('dedicated', 'PreferNoSchedule', 'x'));
  const n3 = aNode('n3', taint('node.kubernetes.io/not-ready', 'NoExecute'));
  const n4 = aNode('n4');
  const goesTo = (nodes: WorldObjects['nodes'], wish: PodWish = {}): string | undefined => {
    const placement = placePod(storeOf({ objects: { nodes, pods: [] } }).view(), aPod('p', wish), profile);
    return placement.kind === 'placed' ? placement.nodeName : undefined;
  };
  const otherValue = { spec: { tolerations: [{ key: 'dedicated', operator: 'Equal' as const, value: 'y' }] } };
  expect(goesTo([n1, n2, n3, n4])).toBe('n4');
  expect(goesTo([n1, n2, n3])).toBe('n2');
  expect(goesTo([n1, n2, n3], otherValue)).toBe('n2');
  expect(goesTo([n1, n3])).toBeUndefined();
  expect(scored({ nodes: [n2, n4] }, aPod('p', otherValue), 'TaintToleration')).toEqual({ n2: 0, n4: 100 });
});

test('E-01: quantities as Kubernetes reads them; what is none is unknown, never nothing', () => {
  const fitsExactly = (memory: string, bytes: number): void => {
    const nodes = [bytes, bytes - 1].map((has, at) => aNode(`n${at}`, { allocatable: { memory: `${has}` } }));
    const said = judged({ nodes }, aPod('p', { requests: { memory } }));
    expect(said, memory).toEqual({ n0: 'fits', n1: 'Insufficient memory' });
  };
  fitsExactly('129e6', 129_000_000);
  fitsExactly('129M', 129_000_000);
  fitsExactly('123Mi', 128_974_848);
  fitsExactly('128974848000m', 128_974_848);
  fitsExactly('858993459200m', 858_993_460);
  fitsExactly('1.5Gi', 1_610_612_736);
  fitsExactly('500k', 500_000);
  for (const memory of ['1K', '1 Gi', '']) {
    expect(judged({ nodes: [aNode('n')] }, aPod('p', { requests: { memory } })), memory).toEqual({ n: 'unknown' });
    const odd = aNode('odd', { allocatable: { memory } });
    expect(judged({ nodes: [odd, aNode('n')] }, aPod('p')), memory).toEqual({ odd: 'unknown', n: 'fits' });
    const beside = [placedPod('q', 'n', { requests: { memory } })];
    expect(judged({ nodes: [aNode('n')], pods: beside }, aPod('p')), memory).toEqual({ n: 'unknown' });
  }
});

test('what is too large to reckon with exactly is unknown too', () => {
  expect(judged({ nodes: [aNode('n')] }, aPod('p', { requests: { memory: '16Ei' } }))).toEqual({ n: 'unknown' });
  expect(judged({ nodes: [aNode('n', { allocatable: { memory: '16Ei' } })] }, aPod('p'))).toEqual({ n: 'unknown' });
});

const host = 'kubernetes.io/hostname';
const zone = 'topology.kubernetes.io/zone';
const three = ['a', 'b', 'c'].map((name, at) => aNode(name, { labels: { [host]: name, [zone]: `z${at}` } }));

/** Where the pod `blue/p` of node a could go, by a maker that makes it anew. */
function destinations(wish: PodWish, objects: Partial<WorldObjects> = {}): Record<string, string> {
  const made = placedPod('p', 'a', wish);
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'r', controller: true };
  const pod = { ...made, metadata: { ...made.metadata, ownerReferences: [owner] } };
  const { pods = [], ...others } = objects;
  const view = storeOf({ objects: { nodes: three, pods: [pod, ...pods], ...others } }).view();
  const found = whereCouldItGo(view, view.pod('blue/p')!, profile);
  if (found.kind === 'unmovable') return { '*': found.why };
  return Object.fromEntries(found.nodes.map(({ nodeName, verdict }) => [nodeName, verdict.kind]));
}

const claim = (name: string, more: Partial<PersistentVolumeClaim['spec']>): PersistentVolumeClaim => ({
  metadata: { name, namespace: 'blue', uid: name, annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } },
  spec: { accessModes: ['ReadWriteOnce'], ...more },
});
const mounting = (claimName: string) => ({ volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }] });

test('trap 35: volumes hold a pod where they are, and an unbound claim goes where it can be made', () => {
  const zonal: PersistentVolume = { metadata: { name: 'zonal', uid: 'z', labels: { [zone]: 'z1' } }, spec: {} };
  const here = { key: host, operator: 'In' as const, values: ['a'] };
  const required = { nodeSelectorTerms: [{ matchExpressions: [here] }] };
  const local: PersistentVolume = { metadata: { name: 'local', uid: 'l' }, spec: { nodeAffinity: { required } } };
  const persistentVolumes = [zonal, local];
  const persistentVolumeClaims = [
    claim('zonal', { volumeName: 'zonal' }),
    claim('local', { volumeName: 'local' }),
    claim('alone', { volumeName: 'zonal', accessModes: ['ReadWriteOncePod'] }),
  ];
  const objects = { persistentVolumes, persistentVolumeClaims };
  expect(destinations({ spec: mounting('zonal') }, objects)).toEqual({ a: 'rejected', b: 'fits', c: 'rejected' });
  expect(destinations({ spec: mounting('local') }, objects)).toEqual({ a: 'fits', b: 'rejected', c: 'rejected' });
  // the pod that ends holds it to the last
  expect(destinations({ spec: mounting('alone') }, objects)).toEqual({ a: 'rejected', b: 'rejected', c: 'rejected' });

  const later = {
    metadata: { name: 'later', uid: 'later' },
    provisioner: 'disk.example.com',
    volumeBindingMode: 'WaitForFirstConsumer' as const,
    allowedTopologies: [{ matchLabelExpressions: [{ key: zone, values: ['z2'] }] }],
  };
  const template = { spec: { accessModes: ['ReadWriteOnce' as const], storageClassName: 'later' } };
  const ephemeral = { volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: template } }] };
  const found = destinations({ spec: ephemeral }, { storageClasses: [later] });
  expect(found).toEqual({ a: 'rejected', b: 'rejected', c: 'fits' });
});

test('trap 36: pods that will not have this one keep it off their domain', () => {
  const labelSelector = { matchLabels: { app: 'x' } };
  const shunning = {
    affinity: {
      podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: zone, labelSelector }] },
    },
  };
  const pods = [placedPod('q', 'b', { spec: shunning })];
  expect(destinations({ labels: { app: 'x' } }, { pods })).toEqual({ a: 'fits', b: 'rejected', c: 'fits' });
});

test('trap 37: a move that would break the skew is none', () => {
  const labelSelector = { matchLabels: { app: 'x' } };
  const spread = {
    topologySpreadConstraints: [
      { topologyKey: zone, maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' as const, labelSelector },
    ],
  };
  const like = (name: string, node: string): Pod => placedPod(name, node, { labels: { app: 'x' } });
  const pods = [like('q1', 'b'), like('q2', 'c')];
  expect(destinations({ labels: { app: 'x' }, spec: spread }, { pods })).toEqual({
    a: 'fits',
    b: 'rejected',
    c: 'rejected',
  });
});

test('trap 38: ports, extended resources, device claims and overhead count', () => {
  const port = { containers: [aContainer('main', {}, { ports: [{ containerPort: 80, hostPort: 80 }] })] };
  const pods = [placedPod('q', 'b', { spec: port })];
  expect(destinations({ spec: port }, { pods })).toEqual({ a: 'rejected', b: 'rejected', c: 'fits' });
  const gpus = ['a', 'b', 'c'].map((name, at) =>
    aNode(name, { labels: { [host]: name }, allocatable: { 'example.com/gpu': `${at}` } }),
  );
  const gpu = { requests: { 'example.com/gpu': '2' } };
  expect(destinations(gpu, { nodes: gpus })).toEqual({ a: 'rejected', b: 'rejected', c: 'fits' });
  const claims = { resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpu' }] };
  expect(destinations({ spec: claims })).toEqual({ a: 'unknown', b: 'unknown', c: 'unknown' });
  const heavy = { requests: { cpu: '5' }, spec: { overhead: { cpu: '4' } } };
  expect(destinations(heavy)).toEqual({ a: 'rejected', b: 'rejected', c: 'rejected' });
});

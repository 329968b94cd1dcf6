import { dialectOf } from '#api/dialect.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { rngOf } from '#base/rng.ts';
import { appliedEvent, type ClusterObjects } from '#cluster/cluster-event.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import type { LoadedView } from '#decisions/rescheduling/loaded-view.ts';
import { gatherPods } from '#load/gathering/gather-pods.ts';
import { loadDefaults } from '#load/options.ts';
import { LoadStore } from '#load/load-store.ts';
import { aPass, NOW, signals } from '#test/support/a-load.ts';

const CORES = 32;
const GI = 2 ** 30;
const PODS_ON_NODE = 30;
const REPLICAS = 10;
const NAMESPACES = 200;
const MINUTE = 60_000;

/** A cluster of Deployments, a third of them under a disruption budget, and its load: the first nodes are hot. */
export function seenCluster(nodes: number, hot: number): Pick<LoadedView, 'cluster' | 'load' | 'pods' | 'unread'> {
  const { shuffle, float } = rngOf(1);
  const names = Array.from({ length: nodes }, (_, at) => `node-${at}`);
  const order = shuffle([...Array(nodes * PODS_ON_NODE).keys()]);
  const placeOf = (at: number): number => Math.floor(at / PODS_ON_NODE);
  const pods = order.map((number, at) => aPod(number, names[placeOf(at)]!));
  const cores = Float64Array.from(
    pods,
    (_, at) => (placeOf(at) < hot ? 0.95 : 0.45) * (CORES / PODS_ON_NODE) * (0.5 + float()),
  );
  const store = new ClusterStore(dialectOf('37').dialect);
  const apply = <Kind extends keyof ClusterObjects>(kind: Kind, object: ClusterObjects[Kind]): void =>
    store.apply(appliedEvent(kind, object));
  for (const [at, name] of names.entries()) apply('Node', aNode(name, `zone-${at % 3}`));
  for (let owner = 0; owner < pods.length / REPLICAS; owner++) {
    apply('Deployment', aDeployment(owner));
    apply('ReplicaSet', aReplicaSet(owner));
    if (owner % 3 === 0) apply('PodDisruptionBudget', aBudget(owner));
  }
  for (const pod of pods) apply('Pod', pod);
  return { cluster: store.view(), load: loadOf(names, pods, cores), pods, unread: new Set() };
}

const namespaceOf = (owner: number): string => `namespace-${owner % NAMESPACES}`;

const made = (owner: number, kind: string) => ({
  name: `app-${owner}`,
  namespace: namespaceOf(owner),
  uid: `${kind}-${owner}`,
});

const ownedBy = (owner: number, kind: string) => [
  { apiVersion: 'apps/v1', kind, name: `app-${owner}`, uid: `${kind}-${owner}`, controller: true },
];

const selecting = (owner: number) => ({ matchLabels: { app: `app-${owner}` } });

function aNode(name: string, zone: string): ClusterObjects['Node'] {
  const size = { cpu: String(CORES), memory: '128Gi', pods: '110' };
  const labels = { 'kubernetes.io/hostname': name, 'topology.kubernetes.io/zone': zone };
  const conditions = [{ type: 'Ready', status: 'True' }] as const;
  const status = { capacity: size, allocatable: size, images: [], conditions };
  return { metadata: { name, uid: `uid-of-${name}`, labels }, spec: { taints: [] }, status };
}

function aDeployment(owner: number): ClusterObjects['Deployment'] {
  return {
    metadata: { ...made(owner, 'Deployment'), generation: 1 },
    spec: { replicas: REPLICAS, strategy: { type: 'RollingUpdate' } },
    status: { observedGeneration: 1, replicas: REPLICAS, updatedReplicas: REPLICAS },
  };
}

function aReplicaSet(owner: number): ClusterObjects['ReplicaSet'] {
  const matchLabels = { app: `app-${owner}`, 'pod-template-hash': 'abc' };
  return {
    metadata: { ...made(owner, 'ReplicaSet'), ownerReferences: ownedBy(owner, 'Deployment') },
    spec: { replicas: REPLICAS, selector: { matchLabels } },
    status: { replicas: REPLICAS },
  };
}

function aBudget(owner: number): ClusterObjects['PodDisruptionBudget'] {
  return {
    metadata: made(owner, 'PodDisruptionBudget'),
    spec: { selector: selecting(owner) },
    status: { disruptionsAllowed: 1 },
  };
}

function aPod(number: number, nodeName: string): Pod {
  const owner = Math.floor(number / REPLICAS);
  return {
    metadata: {
      name: `app-${owner}-abc-${number}`,
      namespace: namespaceOf(owner),
      uid: `0f8fad5b-d9cb-469f-a165-${String(number).padStart(12, '0')}`,
      labels: { app: `app-${owner}`, 'pod-template-hash': 'abc' },
      ownerReferences: ownedBy(owner, 'ReplicaSet'),
      creationTimestamp: '2026-11-01T00:00:00Z',
    },
    spec: {
      nodeName,
      containers: [
        {
          name: 'main',
          resources: {
            requests: { cpu: `${250 * (1 + (owner % 4))}m`, memory: '1Gi' },
            limits: { cpu: '4', memory: '2Gi' },
          },
        },
      ],
    },
    status: {
      phase: 'Running',
      startTime: '2026-11-01T00:00:00Z',
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  };
}

/** Five samples of every node, and the newest use of every pod. */
function loadOf(names: readonly string[], pods: readonly Pod[], cores: Float64Array): LoadedView['load'] {
  const size = { cpuCores: CORES, memoryBytes: 128 * GI };
  const nodes = names.map((name) => ({
    name,
    uid: `uid-of-${name}`,
    addresses: [],
    ready: true,
    capacity: size,
    allocatable: size,
  }));
  const used = new Float64Array(names.length);
  for (const [at, use] of cores.entries()) used[Math.floor(at / PODS_ON_NODE)]! += use;
  const cpu = Object.fromEntries(names.map((name, at) => [name, used[at]! / CORES]));
  const memory = Object.fromEntries(names.map((name) => [name, 0.3]));
  const store = new LoadStore(signals, loadDefaults);
  for (let ago = 4; ago >= 0; ago--) store.take(aPass(NOW - ago * MINUTE, nodes, { cpu, memory }));
  const series = (use: (at: number) => number) =>
    pods.map(({ metadata: { namespace = '', name: pod } }, at) => ({
      labels: { namespace, pod },
      value: use(at),
      takenAt: NOW,
    }));
  const keys = pods.map(({ metadata: { namespace = '', name, uid } }) => ({ namespace, name, uid, createdAt: 0 }));
  const answer = { source: 'prometheus', cpuCores: series((at) => cores[at]!), memoryBytes: series(() => GI) };
  const ofPods = gatherPods(answer, keys, { freshForMs: 5 * MINUTE, skewMs: MINUTE / 2, now: NOW });
  store.take({ ...aPass(NOW + 1, nodes, { cpu, memory }), pods: ofPods });
  return store.view(NOW + 1);
}

import { dialectOf } from '#api/dialect.ts';
import { limitsInPlace } from '#api/effective-limits.ts';
import type { Container } from '#api/kubernetes/container.ts';
import type { OwnerReference } from '#api/kubernetes/metadata.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { NodeLoadRule } from '#api/node-load-rule.ts';
import { asNumber, isBadQuantity, readQuantity } from '#api/quantity.ts';
import type { ClusterObjects } from '#cluster/cluster-event.ts';
import { appliedEvent } from '#cluster/cluster-event.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import type { PodMigration } from '#api/pod-migration.ts';
import { TEMPLATE_HASH } from '#decisions/rescheduling/migration/surge/surge-chance.ts';
import type { LoadedView } from '#decisions/rescheduling/loaded-view.ts';
import { planDefaults, type PlanOptions } from '#decisions/rescheduling/plan-options.ts';
import { type Strategy, tastes } from '#decisions/rescheduling/relocations/strategy.ts';
import { foresee } from '#load/forecast/foresee.ts';
import type { UseAt } from '#load/forecast/foreseen-pod.ts';
import { annotationsDefaults } from '#load/annotation-options.ts';
import { customSignals } from '#load/signals/custom-signals.ts';
import { gatherPods } from '#load/gathering/gather-pods.ts';
import type { GatheredSignal } from '#load/gathering/gather-signal.ts';
import { instantText } from '#load/instant.ts';
import type { LiveNode } from '#load/live-node.ts';
import { LoadStore } from '#load/load-store.ts';
import { loadDefaults } from '#load/options.ts';
import { readAnnotations } from '#load/annotations/read-annotations.ts';
import type { SignalSpec } from '#load/signals/signal.ts';
import { aPass, aSignal, gathered, NOW, signals } from '../support/a-load.ts';
import { readLine, type StoryLine } from './read-story.ts';

const MINUTE = 60_000;
const GI = 2 ** 30;
const ZONE = 'topology.kubernetes.io/zone';
/** Three days of steps of five minutes: nothing is young any more. */
const STEPS = 3 * 288;

interface StoryNode {
  readonly name: string;
  readonly cores: number;
  readonly load: number | 'of-its-pods' | 'unknown';
  readonly isReady: boolean;
  /** Other signals of its own that are measured, by name: one value for the five samples, or each, the newest last. */
  readonly signals: Readonly<Record<string, readonly number[]>>;
  /** What stands on it in our annotations, without their prefix. */
  readonly marks: Readonly<Record<string, string>>;
}

interface StoryPod {
  readonly pod: Pod;
  readonly on: string;
  readonly uses: number | 'unknown';
}

/** A cluster with its load, as a story tells it. What is not said is roomy, steady, old and allowed. */
export interface StoryWorld {
  readonly view: LoadedView;
  /** The defaults, with what the story's rule says. */
  readonly options: Omit<PlanOptions, 'profile'>;
}

/** Lines: `node`, `pod NAME on NODE`, `budget NAME over OWNER`, `moved POD`, `node-rule NAME`, `rule`; see the stories. */
export function storyWorld(lines: readonly string[]): StoryWorld {
  const read = lines.map(readLine);
  const of = (word: string): readonly StoryLine[] => read.filter(({ words: [first] }) => first === word);
  const nodes = of('node').map(nodeOf);
  const pods = of('pod').map(podOf);
  const store = new ClusterStore(dialectOf('37').dialect);
  const apply = <Kind extends keyof ClusterObjects>(kind: Kind, object: ClusterObjects[Kind]): void =>
    store.apply(appliedEvent(kind, object));
  for (const [place, { name, cores }] of nodes.entries()) apply('Node', nodeObject(name, cores, of('node')[place]!));
  for (const owner of new Set(of('pod').map(ownerIn))) apply('ReplicaSet', replicaSet(owner, of('pod')));
  for (const { pod } of pods) apply('Pod', pod);
  for (const line of of('pod').filter((each) => each.of['volume-in'] !== undefined)) {
    apply('PersistentVolume', volume(line));
    apply('PersistentVolumeClaim', claim(line));
  }
  for (const line of of('budget')) apply('PodDisruptionBudget', budget(line));
  return {
    view: {
      cluster: store.view(),
      unread: new Set(),
      load: loadOf(nodes, pods),
      forecast: foresee(pods.map(foreseenOf), past(pods), NOW),
      pods: pods.map(({ pod }) => pod),
      rules: of('node-rule').map(nodeRule),
      migrations: of('moved').map(pastMove),
      foretold: () => 0,
    },
    options: optionsIn(of('rule')[0]),
  };
}

/** `rule coverage=0.2 strategy=binpack surge=held` */
function optionsIn({ of }: StoryLine = { words: [], of: {} }): StoryWorld['options'] {
  const { coverage = planDefaults.coverage, strategy, surge } = of;
  const known = Object.keys(tastes).find((name): name is Strategy => name === strategy);
  return {
    ...planDefaults,
    coverage: Number(coverage),
    surgeRight: surge === 'held' ? 'held' : 'missing',
    relocation: { ...planDefaults.relocation, ...(known === undefined ? {} : { strategy: known }) },
  };
}

/** `moved web-0 owner=web from=a to=b minutes-ago=10`: a move that is over; of what became of the pod the story tells itself. */
function pastMove(line: StoryLine): PodMigration {
  const {
    words: [, name = ''],
    of,
  } = line;
  const owner = ownerIn(line);
  const since = new Date(NOW - Number(of['minutes-ago']) * MINUTE).toISOString();
  return {
    metadata: { name: `${name}-move`, namespace: 'shop', uid: `uid-of-${name}-move`, resourceVersion: '1' },
    spec: {
      podRef: { name, uid: `uid-of-${name}` },
      targetNode: of['to'],
      mode: 'Auto',
      reason: 'told by the story',
      deadline: since,
    },
    status: {
      phase: of['phase'] === 'Failed' ? 'Failed' : 'Succeeded',
      since,
      toldToGoAt: since,
      sourceNode: of['from'],
      landedNode: of['to'],
      workload: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: owner, uid: `uid-of-${owner}` },
    },
  };
}

function nodeOf({ words: [, name], of }: StoryLine): StoryNode {
  const { load = 'of-its-pods', cpu = '4' } = of;
  return {
    name: name!,
    cores: Number(cpu),
    load: load === 'unknown' || load === 'of-its-pods' ? load : Number(load),
    isReady: of['ready'] !== 'no',
    signals: Object.fromEntries(
      ['load-average', 'latency', 'disk', 'traffic'].flatMap((name) =>
        of[name] === undefined ? [] : [[name === 'load-average' ? 'load' : name, of[name].split(',').map(Number)]],
      ),
    ),
    marks: marksIn(of),
  };
}

/** `marked=hot marked-cpu=0.95 marked-minutes-ago=20`; without an instant where no minutes are said. */
function marksIn(of: StoryLine['of']): StoryNode['marks'] {
  if (of['marked'] === undefined) return {};
  const ago = of['marked-minutes-ago'];
  return {
    overloaded: String(of['marked'] === 'hot'),
    ...(of['marked-cpu'] === undefined ? {} : { cpu: of['marked-cpu'] }),
    ...(ago === undefined ? {} : { 'last-updated': instantText(NOW - Number(ago) * MINUTE) }),
  };
}

function nodeObject(name: string, cores: number, { of }: StoryLine): Node {
  const size = { cpu: String(cores), memory: '16Gi', pods: '110' };
  return {
    metadata: {
      name,
      uid: `uid-of-${name}`,
      labels: {
        'kubernetes.io/hostname': name,
        ...(of['zone'] === undefined ? {} : { [ZONE]: of['zone'] }),
      },
      ...leavingIn({ of }),
    },
    spec: {
      unschedulable: of['cordoned'] === 'yes',
      taints: [
        ...(of['ready'] === 'no' ? [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' } as const] : []),
        ...(of['taint'] === undefined
          ? []
          : [{ key: of['taint'], effect: of['effect'] === 'NoSchedule' ? 'NoSchedule' : 'PreferNoSchedule' } as const]),
      ],
    },
    status: {
      capacity: size,
      allocatable: size,
      images: [],
      conditions: [{ type: 'Ready', status: of['ready'] === 'no' ? 'False' : 'True' }],
    },
  };
}

/** `leaving=yes`: somebody has deleted it, and it is still there. */
const leavingIn = ({ of }: Pick<StoryLine, 'of'>): { readonly deletionTimestamp?: string } =>
  of['leaving'] === 'yes' ? { deletionTimestamp: '2026-11-30T09:59:00Z' } : {};

const ownerIn = ({ words, of }: StoryLine): string => of['owner'] ?? words[1]!;

function podOf(line: StoryLine): StoryPod {
  const { words, of } = line;
  const [, name, , on] = words;
  const { requests = '100m', uses = '100m', kind = 'ReplicaSet', owner = name!, only } = of;
  const annotations = of['annotation'] === undefined ? {} : { [of['annotation']]: 'true' };
  const selector = only === undefined ? {} : { nodeSelector: { 'kubernetes.io/hostname': only } };
  const pod: Pod = {
    metadata: {
      name: name!,
      namespace: 'shop',
      uid: `uid-of-${name}`,
      labels: { app: owner, [TEMPLATE_HASH]: owner },
      annotations,
      ownerReferences:
        kind === 'none' ? [] : [{ apiVersion: 'apps/v1', kind, name: owner, uid: `uid-of-${owner}`, controller: true }],
      creationTimestamp: '2026-11-01T00:00:00Z',
      ...leavingIn(line),
    },
    spec: {
      nodeName: on!,
      ...(of['priority'] === undefined ? {} : { priority: Number(of['priority']) }),
      containers: [
        {
          name: 'main',
          resources: requests === 'none' ? {} : { requests: { cpu: requests, memory: '64Mi' } },
          ...portsIn(line),
        },
      ],
      ...selector,
      ...(of['volume-in'] === undefined
        ? {}
        : { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: name! } }] }),
      ...(of['tolerates'] === 'all' ? { tolerations: [{ operator: 'Exists' }] } : {}),
      ...constraintsIn(line),
    },
    status: {
      phase: 'Running',
      startTime: '2026-11-01T00:00:00Z',
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  };
  return { pod, on: on!, uses: uses === 'unknown' ? uses : coresOf(uses) };
}

/** `port=8080/TCP` on the host, `port=8080/TCP/127.0.0.1` on one of its addresses. */
function portsIn({ of }: StoryLine): Partial<Container> {
  if (of['port'] === undefined) return {};
  const [port, protocol, hostIP] = of['port'].split('/');
  const number = Number(port);
  return {
    ports: [
      {
        containerPort: number,
        hostPort: number,
        protocol: protocol === 'UDP' ? 'UDP' : 'TCP',
        ...(hostIP && { hostIP }),
      },
    ],
  };
}

/** `apart=yes`: no two of its owner on a node. `spread=yes`: no node may have two of them more than another. */
function constraintsIn(line: StoryLine): Partial<Pod['spec']> {
  const own = { labelSelector: { matchLabels: { app: ownerIn(line) } }, topologyKey: 'kubernetes.io/hostname' };
  return {
    ...(line.of['apart'] === 'yes' && {
      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [own] } },
    }),
    ...(line.of['spread'] === 'yes' && {
      topologySpreadConstraints: [{ ...own, maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' }],
    }),
  };
}

function coresOf(text: string): number {
  const quantity = readQuantity(text);
  if (isBadQuantity(quantity)) throw new Error(`${text} is no quantity`);
  return asNumber(quantity);
}

function replicaSet(owner: string, pods: readonly StoryLine[]): ClusterObjects['ReplicaSet'] {
  const own = pods.filter((line) => ownerIn(line) === owner);
  const replicas = Number(own.find(({ of }) => of['replicas'] !== undefined)?.of['replicas'] ?? 2);
  const above = own.find(({ of }) => of['deployment'] !== undefined)?.of['deployment'];
  const ownerReferences = above === undefined ? [] : [deploymentReference(above)];
  return {
    metadata: { name: owner, namespace: 'shop', uid: `uid-of-${owner}`, ownerReferences },
    spec: { replicas, selector: { matchLabels: { app: owner, [TEMPLATE_HASH]: owner } } },
    status: { replicas },
  };
}

/** `deployment=web`: the pod's ReplicaSet is one of its, as roll-outs leave them. */
function deploymentReference(name: string): OwnerReference {
  return { apiVersion: 'apps/v1', kind: 'Deployment', name, uid: `uid-of-deployment-${name}`, controller: true };
}

/** `volume-in=z1`: its data can be used in that zone alone. */
function volume({ words: [, name], of }: StoryLine): ClusterObjects['PersistentVolume'] {
  const expression = { key: ZONE, operator: 'In' as const, values: [of['volume-in']!] };
  return {
    metadata: { name: `disk-of-${name}`, uid: `uid-of-disk-of-${name}` },
    spec: { nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [expression] }] } } },
  };
}

function claim({ words: [, name] }: StoryLine): ClusterObjects['PersistentVolumeClaim'] {
  return {
    metadata: {
      name: name!,
      namespace: 'shop',
      uid: `uid-of-claim-of-${name}`,
      annotations: { 'pv.kubernetes.io/bind-completed': 'yes' },
    },
    spec: { volumeName: `disk-of-${name}` },
  };
}

function budget({ words: [, name, , owner], of }: StoryLine): ClusterObjects['PodDisruptionBudget'] {
  return {
    metadata: { name: name!, namespace: 'shop', uid: `uid-of-${name}` },
    spec: { selector: { matchLabels: { app: owner! } } },
    status: { disruptionsAllowed: Number(of['allows'] ?? 1) },
  };
}

/** `max-cpu=50 max-load=1.2 max-latency=300ms for=web allowed=a,b rebalance=Disabled window=22:00-06:00 zone=Europe/Berlin` */
function nodeRule({ words: [, name], of }: StoryLine): NodeLoadRule {
  const { rebalance, enforcement, window, zone = 'UTC' } = of;
  const [from = '', to = ''] = window?.split('-') ?? [];
  return {
    metadata: { name: name!, namespace: 'shop' },
    spec: {
      ...(of['max-cpu'] === undefined ? {} : { maxCPU: Number(of['max-cpu']) }),
      ...(of['max-load'] === undefined ? {} : { maxLoad: of['max-load'] }),
      ...(of['max-latency'] === undefined ? {} : { maxLatency: of['max-latency'] }),
      ...(of['for'] === undefined ? {} : { podSelector: { matchLabels: { app: of['for'] } } }),
      allowedNodes: of['allowed']?.split(','),
      enforcement: enforcement === 'Preferred' ? 'Preferred' : 'Required',
      rebalance: rebalance === 'Disabled' ? 'Disabled' : 'Enabled',
      windows: window === undefined ? [] : [{ from, to, timeZone: zone }],
    },
  };
}

const ownSignal = {
  unit: 'ratio',
  denominator: 'none',
  join: 'node',
  duplicates: 'max',
  threshold: 0.8,
  least: 0,
} as const;

/** Signals that somebody defined: how busy a node's disk is, and its network, which goes with the cpu that pods use. */
const [disk, traffic] = customSignals(
  { disk: ownSignal, traffic: { ...ownSignal, share: 'cpu' } },
  loadDefaults,
  annotationsDefaults,
) as [SignalSpec, SignalSpec];

function loadOf(nodes: readonly StoryNode[], pods: readonly StoryPod[]): LoadedView['load'] {
  const live = nodes.map(({ name, cores, isReady }): LiveNode => {
    const size = { cpuCores: cores, memoryBytes: 16 * GI };
    return { name, uid: `uid-of-${name}`, addresses: [], ready: isReady, capacity: size, allocatable: size };
  });
  const known = nodes.filter(({ load }) => load !== 'unknown');
  const cpu = Object.fromEntries(known.map((node) => [node.name, shareOf(node, pods)]));
  const memory = Object.fromEntries(known.map(({ name }) => [name, 0.2]));
  const store = new LoadStore([...signals, disk, traffic], loadDefaults);
  const all = new Set(store.signals.map(({ name }) => name));
  for (const [place, node] of nodes.entries())
    store.seed(live[place]!, readAnnotations(node.marks, store.signals, ''), { measured: all, now: NOW });
  const measured = (signal: SignalSpec, sample: number, at: number): GatheredSignal => {
    const has = nodes.filter((node) => node.signals[signal.name] !== undefined);
    return gathered(
      { ...signal, unit: 'ratio', join: 'node' },
      live,
      Object.fromEntries(has.map(({ name, signals: of }) => [name, of[signal.name]![sample] ?? of[signal.name]![0]!])),
      at,
    );
  };
  const others = [aSignal('load'), aSignal('latency'), disk, traffic];
  for (let ago = 4; ago >= 0; ago--) {
    const at = NOW - ago * MINUTE;
    const pass = aPass(at, live, { cpu, memory });
    const ofNodes = others.map((signal) => measured(signal, 4 - ago, at));
    store.take({ ...pass, signals: [...pass.signals, ...ofNodes], pods: usedBy(pods, at) });
  }
  return store.view(NOW);
}

function shareOf({ name, cores, load }: StoryNode, pods: readonly StoryPod[]): number {
  if (typeof load === 'number') return load;
  const uses = pods.filter(({ on }) => on === name).map(({ uses: used }) => (used === 'unknown' ? 0 : used));
  // in one order: sums of floats differ in their last bits
  return uses.toSorted((a, b) => a - b).reduce((sum, used) => sum + used, 0) / cores;
}

function usedBy(pods: readonly StoryPod[], at: number): ReturnType<typeof gatherPods> {
  const known = pods.filter(({ uses }) => uses !== 'unknown');
  const series = (of: (pod: StoryPod) => number) =>
    known.map((one) => {
      const { namespace, name } = one.pod.metadata;
      return { labels: { namespace: namespace!, pod: name }, value: of(one), takenAt: at };
    });
  const keys = pods.map(({ pod: { metadata } }) => ({
    namespace: metadata.namespace!,
    name: metadata.name,
    uid: metadata.uid,
    createdAt: Date.parse(metadata.creationTimestamp!),
  }));
  const answer = {
    source: 'prometheus',
    cpuCores: series(({ uses }) => (uses === 'unknown' ? Number.NaN : uses)),
    memoryBytes: series(() => GI / 10),
  };
  return gatherPods(answer, keys, { freshForMs: 300_000, skewMs: 30_000, now: at });
}

function foreseenOf({ pod }: StoryPod) {
  const { uid, ownerReferences = [] } = pod.metadata;
  const request = pod.spec.containers[0]!.resources!.requests ?? { cpu: '0' };
  const { cpuMilli, memoryBytes } = limitsInPlace(pod);
  return {
    uid,
    owner: ownerReferences[0]?.uid ?? uid,
    requests: { cpuCores: coresOf(request['cpu']!), memoryBytes: 2 ** 26 },
    limits: { cpuCores: cpuMilli === undefined ? undefined : cpuMilli / 1000, memoryBytes },
  };
}

/** The same at every step: what stands in the story has always been so. */
function past(pods: readonly StoryPod[]): readonly UseAt[] {
  const cpuCores = pods.map(({ uses }) => (uses === 'unknown' ? Number.NaN : uses));
  const memoryBytes = pods.map(({ uses }) => (uses === 'unknown' ? Number.NaN : GI / 10));
  return Array.from({ length: STEPS }, (_, step) => ({
    at: NOW - (STEPS - step) * 5 * MINUTE,
    cpuCores,
    memoryBytes,
  }));
}

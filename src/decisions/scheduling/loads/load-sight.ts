import { sizeOf } from '#api/node-size.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import { CPU, MEMORY } from '#cluster/columns/resource-columns.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { expectedOver, type ExpectedUse, startUpOf } from '#load/forecast/expected-over.ts';
import type { Foreseen, LoadForecast } from '#load/forecast/foreseen-pod.ts';
import type { LoadView } from '#load/load-view.ts';
import type { SignalSpec } from '#load/signals/signal.ts';
import { type Newcomers, newcomersLike } from './load-fill.ts';
import { makerOf } from '#decisions/scheduling/maker-of.ts';

/** What a node bears beside its pods, and what its use is held against; cores or bytes. */
export interface NodeSight {
  readonly capacity: number;
  readonly beside: number;
}

/** What is known of one resource. */
export interface ResourceSight {
  /** The number of the cluster's column, one that every pod has; its unit is so many times smaller than ours. */
  readonly column: number;
  readonly perUnit: number;
  readonly line: number;
  /** By name; absent where the load of the node is not known. */
  readonly nodes: ReadonlyMap<string, NodeSight>;
  readonly newcomers: Newcomers;
  /** Of a pod that was seen, by its uid. */
  expectedOf(uid: string): ExpectedUse | undefined;
  /** Of a pod that was not, by what others are like that the same maker made: it is starting. */
  expectedOfKind(maker: string): ExpectedUse | undefined;
}

/** What is known of load as one reading showed it: what a scheduler likes nodes by until the next. */
export interface LoadSight {
  readonly resources: readonly ResourceSight[];
}

type Key = keyof LoadForecast;

/** Load and forecast as a scheduler needs them. A resource that nobody measures is left out. */
export function sightOf(cluster: ClusterView, load: LoadView, forecast: LoadForecast): LoadSight {
  const pods = [...cluster.pods()].filter((pod) => cluster.isPlaced(pod));
  const resource = (key: Key, name: string, column: number, perUnit: number): readonly ResourceSight[] => {
    const at = load.signals.findIndex((signal) => signal.name === name);
    const signal = load.signals[at];
    if (signal === undefined) return [];
    return [resourceSight({ key, signal, at, column, perUnit, pods, cluster, load, foreseen: forecast[key] })];
  };
  return {
    resources: [...resource('cpuCores', 'cpu', CPU, 1000), ...resource('memoryBytes', 'memory', MEMORY, 1)],
  };
}

interface Ask {
  readonly key: Key;
  readonly signal: SignalSpec;
  /** The signal's place. */
  readonly at: number;
  readonly column: number;
  readonly perUnit: number;
  readonly pods: readonly PlacedPod[];
  readonly cluster: ClusterView;
  readonly load: LoadView;
  readonly foreseen: Foreseen;
}

function resourceSight(ask: Ask): ResourceSight {
  const { signal, column, perUnit, pods, cluster, foreseen } = ask;
  const expectedOf = (uid: string): ExpectedUse | undefined => {
    const row = foreseen.rowOf(uid);
    return row === undefined ? undefined : expectedOver(foreseen.outlook, row);
  };
  const startOf = (uid: string): number => startUpOf(foreseen.outlook, foreseen.rowOf(uid)!);
  const kinds = new Map<string, ExpectedUse>();
  const known = pods.flatMap((pod) => {
    const expected = expectedOf(pod.uid);
    if (expected === undefined) return [];
    const maker = makerOf(pod, cluster);
    if (maker !== undefined && !kinds.has(maker))
      kinds.set(maker, { ...expected, mean: expected.mean + startOf(pod.uid) });
    return [{ request: pod.usage.amounts[column]! / perUnit, ...expected }];
  });
  return {
    column,
    perUnit,
    line: signal.threshold,
    nodes: nodesSeen(ask),
    newcomers: newcomersLike(known),
    expectedOf,
    expectedOfKind: (maker) => kinds.get(maker),
  };
}

/** A node bears what was measured on it beyond what was measured of its pods. */
function nodesSeen({ key, signal, at, pods, cluster, load }: Ask): ReadonlyMap<string, NodeSight> {
  const used = new Map<number, number>();
  for (const pod of pods) {
    const reading = load.pod(pod)[key];
    if (reading.kind === 'known') used.set(pod.row, (used.get(pod.row) ?? 0) + reading.value);
  }
  const seen = new Map<string, NodeSight>();
  for (const row of cluster.nodes.all()) {
    const node = cluster.nodes.nodes[row]!;
    const { name, uid } = node.metadata;
    const loadRow = load.rowOf(uid);
    const share = loadRow === undefined ? Number.NaN : load.value(loadRow, at);
    if (loadRow === undefined || Number.isNaN(share)) continue;
    const capacity = sizeOf(node, signal.denominator.startsWith('allocatable') ? 'allocatable' : 'capacity')?.[key];
    if (capacity === undefined || !(capacity > 0)) continue;
    seen.set(name, { capacity, beside: Math.max(0, share * capacity - (used.get(row) ?? 0)) });
  }
  return seen;
}

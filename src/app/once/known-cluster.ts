import { type DialectChoice, dialectOf } from '#api/dialect.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { isTerminal } from '#api/pod-standing.ts';
import type { ClusterKind } from '#cluster/cluster-event.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import { serverVersion, type ServerVersion } from '#kube/client/server-version.ts';
import type { HeardKind, HeardLook } from '#ports/recording.ts';
import { eventsOf, readCluster } from '#sources/cluster-watch/read-cluster.ts';
import type { ClusterLists } from './cluster-lists.ts';
import type { OpenCluster } from './open-cluster.ts';

/** A cluster as a scheduler knows it, listed once. */
export interface KnownCluster {
  readonly store: ClusterStore;
  /** As they were listed. */
  readonly objects: HeardLook['objects'];
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  readonly version: ServerVersion;
  readonly dialect: DialectChoice;
  /** Kinds that could not be read. */
  readonly unread: ReadonlySet<ClusterKind>;
  /** What somebody should know who reads the answer: whole sentences. */
  readonly remarks: readonly string[];
}

/** Reads everything that decides where pods go. Throws where nodes or pods cannot be read: then nothing can be said. */
export async function knowCluster({ client, signal }: OpenCluster): Promise<KnownCluster> {
  const [version, reading] = await Promise.all([serverVersion(client, { signal }), readCluster(client, signal)]);
  const { Node: nodes, Pod: pods } = reading;
  if (nodes.kind !== 'listed') throw nodes.fault;
  if (pods.kind !== 'listed') throw pods.fault;
  return knownFrom(version, reading);
}

/** The cluster that was listed so. */
export function knownFrom(version: ServerVersion, objects: HeardLook['objects']): KnownCluster {
  const dialect = dialectOf(String(version.minor));
  const store = new ClusterStore(dialect.dialect);
  for (const event of eventsOf(objects)) store.apply(event);
  const unread = unreadIn(objects);
  return {
    store,
    objects,
    nodes: listedIn(objects.Node),
    pods: listedIn(objects.Pod),
    version,
    dialect,
    unread: new Set(unread.map(({ kind }) => kind)),
    remarks: [...dialectRemarks(version, dialect), ...unread.map(({ remark }) => remark)],
  };
}

/** Load is looked at on the same lists, so that both speak of one cluster. */
export function listsOf({ nodes, pods, version, dialect }: KnownCluster): ClusterLists {
  const alive = pods.filter((pod) => !isTerminal(pod));
  return { nodes: { kind: 'listed', items: nodes }, pods: { kind: 'listed', items: alive }, version, dialect };
}

function listedIn<Object>(heard: HeardKind<Object>): readonly Object[] {
  return heard.kind === 'listed' ? heard.items : [];
}

interface Unread {
  readonly kind: ClusterKind;
  readonly remark: string;
}

function unreadIn(objects: HeardLook['objects']): readonly Unread[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they have the kinds for their keys
  const kinds = Object.keys(objects) as ClusterKind[];
  return kinds.flatMap((kind) => {
    const read = objects[kind];
    if (read.kind === 'listed') return [];
    const why = read.kind === 'forbidden' ? read.fault.message : `the cluster does not serve ${kind}`;
    return [{ kind, remark: `${why}: ${without[kind]}` }];
  });
}

const owners = 'scores of PodTopologySpread by default constraints may differ';
const volumes = 'pods with volumes cannot be judged';

/** What is missing from an answer where a kind could not be read. */
const without: Readonly<Record<ClusterKind, string>> = {
  Node: 'nothing can be judged',
  Pod: 'nothing can be judged',
  Namespace: 'terms that select namespaces by label cannot be judged',
  Service: owners,
  ReplicationController: owners,
  ReplicaSet: owners,
  StatefulSet: owners,
  Deployment: 'whether a Deployment is paused, or replaces its pods by Recreate, is not known',
  PersistentVolume: volumes,
  PersistentVolumeClaim: volumes,
  StorageClass: volumes,
  CSINode: volumes,
  CSIDriver: volumes,
  CSIStorageCapacity: volumes,
  VolumeAttachment: volumes,
  PodDisruptionBudget: 'whether an eviction would be let through is not known',
  PriorityClass: 'nothing here rests on it',
};

function dialectRemarks({ full, minor }: ServerVersion, { known, dialect }: DialectChoice): readonly string[] {
  if (known) return [];
  return [`Kubernetes ${full || `1.${minor}`} is not known to this release: it is read as 1.${dialect.minor}`];
}

import type { Dialect } from '#api/dialect.ts';
import { requestsInPlace, requestsToPlace } from '#api/effective-requests.ts';
import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { controllerOf, isGated, isStatic, isTerminating, priorityOf } from '#api/pod-standing.ts';
import { ChangeLog } from './change-log.ts';
import type { ClusterKind, ClusterObjects } from './cluster-event.ts';
import { HostPortIndex } from './host-port-index.ts';
import { LabelClasses } from './label-class.ts';
import { NodeTable } from './columns/node-table.ts';
import { ObjectShelf } from './object-shelf.ts';
import { Placements } from './placements.ts';
import { NOWHERE, type PlacedPod } from './pod-entry.ts';
import type { PodLabels } from './pod-labels.ts';
import { type PodShape, PodShapes } from './pod-shape.ts';
import { type PodUsage, sameUsage, usageOf } from './pod-usage.ts';
import { Tallies } from './tallies.ts';
import { TermGroups } from './term-groups.ts';

/** The kinds that are kept as they are, and read when a pod asks for them. */
export type ShelfKind = Exclude<ClusterKind, 'Pod' | 'Node' | 'Namespace'>;
type Shelves = { readonly [Kind in ShelfKind]: ObjectShelf<ClusterObjects[Kind]> };

const NAMELESS = { name: '', uid: '' };

/** Everything the cluster is, in columns and counts. The store writes it, views read it, a what-if bends it and bends it back. */
export class ClusterState {
  readonly dialect: Dialect;
  readonly nodes: NodeTable = new NodeTable();
  readonly changes: ChangeLog = new ChangeLog();
  readonly hostPorts: HostPortIndex = new HostPortIndex();
  readonly groups: TermGroups = new TermGroups();
  readonly shapes: PodShapes;
  readonly tallies: Tallies;
  readonly placements: Placements;
  /** By `namespace/name`. */
  readonly pods: Map<string, PlacedPod> = new Map();
  /** By node name: pods without a node that wait for room there. */
  readonly nominated: Map<string, Set<PlacedPod>> = new Map();
  readonly namespaces: Map<string, StringMap> = new Map();
  readonly shelves: Shelves = {
    Service: new ObjectShelf(),
    ReplicationController: new ObjectShelf(),
    ReplicaSet: new ObjectShelf(),
    StatefulSet: new ObjectShelf(),
    Deployment: new ObjectShelf(),
    PersistentVolume: new ObjectShelf(),
    PersistentVolumeClaim: new ObjectShelf(),
    StorageClass: new ObjectShelf(),
    CSINode: new ObjectShelf(),
    CSIDriver: new ObjectShelf(),
    CSIStorageCapacity: new ObjectShelf(),
    VolumeAttachment: new ObjectShelf(),
    PodDisruptionBudget: new ObjectShelf(),
    PriorityClass: new ObjectShelf(),
  };
  /** What readers have worked out from this state and want to find again. */
  readonly remembered: WeakMap<object, unknown> = new WeakMap();
  /** Grows with every event; a view of an earlier one is stale. */
  epoch = 0;
  /** How many what-ifs are open. */
  supposing = 0;
  readonly labels: LabelClasses = new LabelClasses();

  constructor(dialect: Dialect) {
    this.dialect = dialect;
    const { nodes, changes, hostPorts, groups } = this;
    this.shapes = new PodShapes(
      (spec) => usageOf(requestsToPlace({ metadata: NAMELESS, spec }), nodes.resources),
      dialect.fitScoresPodLevel,
    );
    this.tallies = new Tallies(this.labels);
    this.placements = new Placements({
      nodes,
      labels: this.labels,
      tallies: this.tallies,
      groups,
      hostPorts,
      changes,
    });
  }

  labelsOf(namespace: string, labels: StringMap): PodLabels {
    const known = this.labels.size;
    const found = this.labels.classOf(namespace, labels);
    if (this.labels.size > known) this.tallies.welcome(found);
    return found;
  }

  /** A pod as the columns want it, not yet placed. */
  entryOf(pod: Pod, nodeName: string, assumedUntilMs?: number): PlacedPod {
    const { metadata, spec, status } = pod;
    const namespace = metadata.namespace ?? 'default';
    const shape = this.shapes.of(spec, namespace);
    return {
      namespace,
      name: metadata.name,
      uid: metadata.uid,
      shape,
      labels: this.labelsOf(namespace, metadata.labels ?? {}),
      usage: this.#usage(pod, shape),
      priority: priorityOf(pod),
      terminating: isTerminating(pod),
      gated: isGated(pod),
      static: isStatic(pod),
      nodeName,
      nominatedNodeName: status?.nominatedNodeName ?? '',
      controller: controllerOf(pod),
      createdAt: metadata.creationTimestamp,
      row: NOWHERE,
      slotOnNode: 0,
      slotInLabels: 0,
      assumedUntilMs,
    };
  }

  /** What the kubelet says counts too; where it says what the spec says, as mostly, the shape's own stands for it. */
  #usage(pod: Pod, shape: PodShape): PodUsage {
    if (pod.status?.containerStatuses === undefined && pod.status?.resources === undefined) return shape.usage;
    const usage = usageOf(requestsInPlace(pod, this.dialect), this.nodes.resources);
    return sameUsage(usage, shape.usage) ? shape.usage : usage;
  }
}

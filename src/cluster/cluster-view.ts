import { hashOfText } from '#base/hash.ts';
import type { Dialect } from '#api/dialect.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { priorityOf } from '#api/pod-standing.ts';
import type { ChangeLog } from './change-log.ts';
import type { ClusterObjects } from './cluster-event.ts';
import type { ClusterState, ShelfKind } from './cluster-state.ts';
import { fault } from './faults.ts';
import type { HostPortIndex } from './host-port-index.ts';
import type { PodLabels } from './pod-labels.ts';
import type { LabelColumn } from './columns/label-column.ts';
import type { NodeTable } from './columns/node-table.ts';
import { NOWHERE, type PlacedPod } from './pod-entry.ts';
import type { PodShape } from './pod-shape.ts';
import type { NamespaceLabels } from './pod-term.ts';
import type { PodTally } from './tally.ts';
import type { TallyQuestion } from './tallies.ts';
import type { TermGroup, TermKind } from './term-groups.ts';
import { WhatIf } from './what-if.ts';
import { inZoneOrder, zoneOf } from './zone-order.ts';

/** The columns of nodes, to be read. */
export type NodeColumns = Readonly<Omit<NodeTable, 'open' | 'write' | 'close' | 'doubt'>>;

/** The history of rows, to be read. */
export type Changes = Readonly<Omit<ChangeLog, 'touch' | 'changeLayout'>>;

/** A pod that looks for a node, with what it shares found. */
export interface ComingPod {
  readonly pod: Pod;
  readonly shape: PodShape;
  readonly labels: PodLabels;
  readonly priority: number;
  /** Of the uid, for ties. */
  readonly hash: number;
}

/**
 * The cluster as it was when the view was taken. It holds no copy: the columns are the store's own, and the view is good until the next event.
 * A decision is one synchronous step, so no event comes in between; whoever keeps a view longer is told so (`cluster/stale-view`) instead of reading
 * half of one state and half of another. That makes a view free and a what-if as cheap as the change itself.
 */
export class ClusterView {
  readonly #state: ClusterState;
  readonly #epoch: number;
  #order: readonly number[] | undefined;
  /** The cluster's own, unless rules are to be read another way. */
  readonly dialect: Dialect;

  constructor(state: ClusterState, dialect: Dialect = state.dialect) {
    this.#state = state;
    this.#epoch = state.epoch;
    this.dialect = dialect;
  }

  /** The same cluster, for who reads the rules of placing another way. What is placed counts as it did. */
  readBy(dialect: Dialect): ClusterView {
    return new ClusterView(this.#current(), dialect);
  }

  get nodes(): NodeColumns {
    return this.#current().nodes;
  }

  get changes(): Changes {
    return this.#current().changes;
  }

  get namespaces(): NamespaceLabels {
    return this.#current().namespaces;
  }

  /** The nodes that are there, in the order kube-scheduler would walk them. */
  rowsInOrder(): readonly number[] {
    const { nodes } = this.#current();
    return (this.#order ??= inZoneOrder(nodes.all(), (row) => zoneOf(nodes.nodes[row]!.metadata.labels ?? {})));
  }

  label(key: string): LabelColumn {
    return this.#current().nodes.label(key);
  }

  coming(pod: Pod): ComingPod {
    const state = this.#current();
    const namespace = pod.metadata.namespace ?? 'default';
    return {
      pod,
      shape: state.shapes.of(pod.spec, namespace),
      labels: state.labelsOf(namespace, pod.metadata.labels ?? {}),
      priority: priorityOf(pod),
      hash: hashOfText(pod.metadata.uid),
    };
  }

  /** A pod by `namespace/name`. */
  pod(key: string): PlacedPod | undefined {
    return this.#current().pods.get(key);
  }

  pods(): Iterable<PlacedPod> {
    return this.#current().pods.values();
  }

  podsOn(row: number): readonly PlacedPod[] {
    return this.#current().placements.podsOn[row]!;
  }

  /** Whether any pod waits for room on any node. */
  get hasNominated(): boolean {
    return this.#current().nominated.size > 0;
  }

  /** Pods that wait for room on nodes, by the node's name. */
  nominated(): ReadonlyMap<string, ReadonlySet<PlacedPod>> {
    return this.#current().nominated;
  }

  /** Placed pods counted by node or by a label of their node; from now on kept up to date. */
  tally(question: TallyQuestion): PodTally {
    const { tallies, nodes } = this.#current();
    return tallies.of(question, nodes.capacity);
  }

  /** The terms of placed pods that speak of pods of this class. */
  termsOf(kind: TermKind, labels: PodLabels): readonly TermGroup[] {
    const { groups, namespaces } = this.#current();
    return groups.speakingOf(kind, labels, namespaces);
  }

  get portIndex(): Pick<HostPortIndex, 'clashes'> {
    return this.#current().hostPorts;
  }

  /** How many placed pods mount a claim (`namespace/name`). */
  claimUsers(claim: string): number {
    return this.#current().placements.claimUsers.get(claim) ?? 0;
  }

  object<Kind extends ShelfKind>(kind: Kind, key: string): ClusterObjects[Kind] | undefined {
    return this.#current().shelves[kind].get(key);
  }

  objects<Kind extends ShelfKind>(kind: Kind): Iterable<ClusterObjects[Kind]> {
    return this.#current().shelves[kind].all();
  }

  objectsIn<Kind extends ShelfKind>(kind: Kind, namespace: string): Iterable<ClusterObjects[Kind]> {
    return this.#current().shelves[kind].in(namespace);
  }

  /** What `by` worked out on an earlier view of this cluster, or what `make` gives it to start from. */
  remembered<Kept>(by: object, make: () => Kept): Kept {
    const { remembered } = this.#current();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only who holds `by` put it there
    const kept = (remembered.get(by) as Kept | undefined) ?? make();
    remembered.set(by, kept);
    return kept;
  }

  /** Supposes, looks, and puts everything back, whatever happens. */
  suppose<Answer>(look: (whatIf: WhatIf) => Answer): Answer {
    const state = this.#current();
    const whatIf = new WhatIf(state);
    state.supposing += 1;
    try {
      return look(whatIf);
    } finally {
      whatIf.undo();
      state.supposing -= 1;
    }
  }

  /** A pod that is not in the cluster, ready to be supposed somewhere. */
  imagined(pod: Pod, nodeName: string): PlacedPod {
    return this.#current().entryOf(pod, nodeName);
  }

  /** Whether a pod lies on a known node. */
  isPlaced(pod: PlacedPod): boolean {
    return pod.row !== NOWHERE;
  }

  #current(): ClusterState {
    const { epoch } = this.#state;
    if (epoch !== this.#epoch)
      throw fault('cluster/stale-view', `looking at state ${this.#epoch}: it is ${epoch} by now`);
    return this.#state;
  }
}

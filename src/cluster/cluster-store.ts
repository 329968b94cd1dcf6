import { type Dialect, newestDialect } from '#api/dialect.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { KubernetesObject, StringMap } from '#api/kubernetes/metadata.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { isTerminal } from '#api/pod-standing.ts';
import { Broom, type Kept, keptBy } from './broom.ts';
import type { ClusterEvent } from './cluster-event.ts';
import { ClusterState, type ShelfKind } from './cluster-state.ts';
import { ClusterView } from './cluster-view.ts';
import { fault } from './faults.ts';
import { sameLabels } from './columns/node-table.ts';
import { type AnyShelf, keyOf } from './object-shelf.ts';
import { NOWHERE, type PlacedPod } from './pod-entry.ts';

/** What is, told by events. The only writer: everything else looks through a view. */
export class ClusterStore {
  readonly #state: ClusterState;
  /** Pods whose node is not known (yet, or any more), by its name. They count nowhere. */
  readonly #aside = new Map<string, Set<PlacedPod>>();
  readonly #assumed = new Map<string, PlacedPod>();

  readonly #broom: Broom;

  constructor(dialect: Dialect = newestDialect) {
    this.#state = new ClusterState(dialect);
    this.#broom = new Broom(this.#state);
  }

  /** How much is kept of what pods and nodes have in common. */
  kept(): Kept {
    return keptBy(this.#state);
  }

  /** How things stand now. Good until the next event. */
  view(): ClusterView {
    return new ClusterView(this.#state);
  }

  apply(event: ClusterEvent): void {
    if (this.#state.supposing > 0) throw fault('cluster/supposing', `applying that something was ${event.kind}`);
    this.#state.epoch += 1;
    this.#broom.sweepIfDue();
    switch (event.kind) {
      case 'applied':
        return this.#applied(event);
      case 'removed':
        return this.#removed(event);
      case 'assumed':
        return this.#keep(this.#state.entryOf(event.pod, event.nodeName, event.untilMs));
      case 'forgotten':
        return this.#forget(keyOf(event.pod.metadata));
    }
  }

  /** Gives up placements that nobody confirmed in time; the keys of their pods. */
  expire(nowMs: number): readonly string[] {
    const late = [...this.#assumed].filter(([, pod]) => pod.assumedUntilMs! <= nowMs).map(([key]) => key);
    if (late.length > 0) this.#state.epoch += 1;
    for (const key of late) this.#drop(key);
    return late;
  }

  #applied(event: Extract<ClusterEvent, { kind: 'applied' }>): void {
    if (event.of === 'Pod') this.#applyPod(event.object);
    else if (event.of === 'Node') this.#applyNode(event.object);
    else if (event.of === 'Namespace') this.#labelNamespace(event.object, event.object.metadata.labels ?? {});
    else this.#shelf(event.of).put(event.object);
  }

  #removed(event: Extract<ClusterEvent, { kind: 'removed' }>): void {
    if (event.of === 'Pod') this.#drop(keyOf(event.object.metadata));
    else if (event.of === 'Node') this.#removeNode(event.object);
    else if (event.of === 'Namespace') this.#labelNamespace(event.object, undefined);
    else this.#shelf(event.of).take(event.object);
  }

  #shelf(of: ShelfKind): AnyShelf {
    return this.#state.shelves[of];
  }

  #applyPod(pod: Pod): void {
    const key = keyOf(pod.metadata);
    const nodeName = pod.spec.nodeName ?? '';
    if (isTerminal(pod)) return this.#drop(key);
    // the world has not heard of our placement yet: what it says is older than what we know
    if (nodeName === '' && this.#assumed.get(key)?.uid === pod.metadata.uid) return;
    this.#keep(this.#state.entryOf(pod, nodeName));
  }

  #keep(pod: PlacedPod): void {
    const key = `${pod.namespace}/${pod.name}`;
    const known = this.#state.pods.get(key);
    if (known !== undefined && isSame(known, pod)) return;
    this.#drop(key);
    this.#state.pods.set(key, pod);
    if (pod.assumedUntilMs !== undefined) this.#assumed.set(key, pod);
    if (pod.nodeName !== '') this.#put(pod);
    else if (pod.nominatedNodeName !== '') addTo(this.#state.nominated, pod.nominatedNodeName, pod);
  }

  #put(pod: PlacedPod): void {
    const row = this.#state.nodes.rowOf(pod.nodeName);
    if (row === undefined) addTo(this.#aside, pod.nodeName, pod);
    else this.#state.placements.place(pod, row);
  }

  #forget(key: string): void {
    if (this.#assumed.has(key)) this.#drop(key);
  }

  #drop(key: string): void {
    const pod = this.#state.pods.get(key);
    if (pod === undefined) return;
    this.#state.pods.delete(key);
    this.#assumed.delete(key);
    if (pod.row !== NOWHERE) this.#state.placements.unplace(pod);
    else if (pod.nodeName !== '') takeFrom(this.#aside, pod.nodeName, pod);
    else if (pod.nominatedNodeName !== '') takeFrom(this.#state.nominated, pod.nominatedNodeName, pod);
  }

  #applyNode(node: Node): void {
    const row = this.#state.nodes.rowOf(node.metadata.name);
    if (row === undefined) this.#addNode(node);
    else this.#changeNode(row, node);
  }

  #addNode(node: Node): void {
    const { nodes, placements, changes, tallies } = this.#state;
    const { name } = node.metadata;
    const row = nodes.open(node);
    nodes.write(row, node);
    tallies.grow(nodes.capacity);
    placements.podsOn[row] = [];
    for (const pod of this.#aside.get(name) ?? []) placements.place(pod, row);
    this.#aside.delete(name);
    changes.changeLayout();
  }

  #changeNode(row: number, node: Node): void {
    const { nodes, placements, changes } = this.#state;
    if (nodes.annotate(row, node)) return changes.touch(row);
    const relabelled = !sameLabels(nodes.nodes[row]!.metadata.labels, node.metadata.labels);
    const pods = relabelled ? placements.podsOn[row]! : [];
    for (const pod of pods) placements.count(pod, row, -1);
    const changed = nodes.write(row, node);
    for (const pod of pods) placements.count(pod, row, 1);
    if (changed) changes.changeLayout();
    else changes.touch(row);
  }

  #removeNode(node: KubernetesObject): void {
    const { nodes, placements, changes } = this.#state;
    const row = nodes.rowOf(node.metadata.name);
    if (row === undefined) return;
    for (const pod of placements.podsOn[row]!.slice()) {
      placements.unplace(pod);
      addTo(this.#aside, pod.nodeName, pod);
    }
    nodes.close(row);
    changes.changeLayout();
  }

  #labelNamespace({ metadata: { name } }: KubernetesObject, labels: StringMap | undefined): void {
    const { namespaces, tallies, groups, changes } = this.#state;
    const before = namespaces.get(name);
    if (before === undefined ? labels === undefined : labels !== undefined && sameLabels(before, labels)) return;
    if (labels === undefined) namespaces.delete(name);
    else namespaces.set(name, labels);
    tallies.clear();
    groups.forgetMatches();
    changes.changeLayout();
  }
}

/** Whether nothing that placement reads has changed. */
function isSame(one: PlacedPod, other: PlacedPod): boolean {
  return (
    one.uid === other.uid &&
    one.shape === other.shape &&
    one.labels === other.labels &&
    one.usage === other.usage &&
    one.priority === other.priority &&
    one.terminating === other.terminating &&
    one.gated === other.gated &&
    one.nodeName === other.nodeName &&
    one.nominatedNodeName === other.nominatedNodeName &&
    one.assumedUntilMs === other.assumedUntilMs
  );
}

function addTo(sets: Map<string, Set<PlacedPod>>, name: string, pod: PlacedPod): void {
  const set = sets.get(name);
  if (set === undefined) sets.set(name, new Set([pod]));
  else set.add(pod);
}

function takeFrom(sets: Map<string, Set<PlacedPod>>, name: string, pod: PlacedPod): void {
  const set = sets.get(name)!;
  set.delete(pod);
  if (set.size === 0) sets.delete(name);
}

import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { holdsNode } from '#api/pod-standing.ts';
import type { ClusterRoster, RosterAge, RosterNode, RosterPod } from '#ports/cluster-roster.ts';
import type { Clock } from '#ports/clock.ts';
import { type Change, isReady, type ObjectStore } from '#simulation/world/objects/object-store.ts';
import { keyOf } from '#simulation/world/objects/objects.ts';
import { amountOf } from '#simulation/world/objects/pod-sizes.ts';
import type { WorldWatch } from './world-watch.ts';

/** The world's nodes and pods as its watch tells them. */
export class WorldRoster implements ClusterRoster {
  readonly #clock: Clock;
  readonly #watch: WorldWatch;
  readonly #isOurs: (key: string) => boolean;
  readonly #nodes: Map<string, RosterNode> = new Map();
  readonly #pods: Map<string, RosterPod> = new Map();
  #nodeList: readonly RosterNode[] | undefined;
  #podList: readonly RosterPod[] | undefined;
  readonly #leave: () => void;

  constructor(
    store: ObjectStore,
    parts: { readonly clock: Clock; readonly watch: WorldWatch; readonly isOurs: (key: string) => boolean },
  ) {
    this.#clock = parts.clock;
    this.#watch = parts.watch;
    this.#isOurs = parts.isOurs;
    for (const after of store.list('Node')) this.#hear({ kind: 'Node', before: undefined, after });
    for (const after of store.list('Pod')) this.#hear({ kind: 'Pod', before: undefined, after });
    this.#leave = parts.watch.follow((change) => this.#hear(change));
  }

  get nodes(): readonly RosterNode[] {
    return (this.#nodeList ??= [...this.#nodes.values()]);
  }

  get pods(): readonly RosterPod[] {
    return (this.#podList ??= [...this.#pods.values()]);
  }

  get ages(): readonly RosterAge[] {
    const { heardAt } = this.#watch;
    return ['nodes', 'pods'].map((kind) => ({ kind, heardAt }));
  }

  readonly nodeOfPod = (namespace: string, name: string): string | undefined =>
    this.#pods.get(`${namespace}/${name}`)?.nodeName;

  async whenComplete(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
  }

  /** Hears nothing more. */
  leave(): void {
    this.#leave();
  }

  #hear(change: Change): void {
    if (change.kind === 'Node') this.#hearNode(change);
    else if (change.kind === 'Pod') this.#hearPod(change);
  }

  #hearNode({ before, after }: Extract<Change, { kind: 'Node' }>): void {
    this.#nodeList = undefined;
    if (after === undefined) this.#nodes.delete(before!.metadata.name);
    else this.#nodes.set(after.metadata.name, this.#rosterNode(after, before));
  }

  #hearPod({ before, after }: Extract<Change, { kind: 'Pod' }>): void {
    const wasHere = before !== undefined && holdsNode(before);
    const isHere = after !== undefined && holdsNode(after);
    if (isHere && wasHere && before.metadata.uid === after.metadata.uid) return;
    if (!isHere && !wasHere) return;
    this.#podList = undefined;
    if (isHere) this.#pods.set(keyOf(after.metadata), rosterPod(after));
    else this.#pods.delete(keyOf(before!.metadata));
  }

  /** Most changes of a node are marks of ours: what else is said of it is not read anew then. */
  #rosterNode(node: Node, before: Node | undefined): RosterNode {
    const { name, uid, annotations = {}, creationTimestamp } = node.metadata;
    const marks = Object.fromEntries(Object.entries(annotations).filter(([key]) => this.#isOurs(key)));
    const known = before?.metadata.uid === uid ? this.#nodes.get(name) : undefined;
    const standing =
      known !== undefined && sameMarks(known.marks, marks) ? known : { marks, marksSince: this.#clock.now() };
    const { marksSince } = standing;
    if (known !== undefined && before?.status === node.status) return { ...known, marks: standing.marks, marksSince };
    return {
      name,
      uid,
      addresses: (node.status?.addresses ?? []).map(({ address }) => address),
      ready: isReady(node),
      capacity: sizeIn(node.status?.capacity),
      allocatable: sizeIn(node.status?.allocatable),
      createdAt: Date.parse(creationTimestamp ?? ''),
      marks: standing.marks,
      marksSince,
    };
  }
}

function sameMarks(one: RosterNode['marks'], other: RosterNode['marks']): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}

function rosterPod({ metadata, spec }: Pod): RosterPod {
  const { name, namespace = 'default', uid, creationTimestamp } = metadata;
  return { namespace, name, uid, createdAt: Date.parse(creationTimestamp ?? ''), nodeName: spec.nodeName! };
}

function sizeIn(quantities: Readonly<Record<string, string>> | undefined): RosterNode['capacity'] {
  return {
    cpuCores: amountOf(quantities, 'cpu', Number.NaN),
    memoryBytes: amountOf(quantities, 'memory', Number.NaN),
  };
}

import { controllerOf, isTerminating } from '#api/pod-standing.ts';
import type { ObjectMeta } from '#api/kubernetes/metadata.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { Clock } from '#ports/clock.ts';
import { keyOf, type WorldKind, type WorldObjects } from './objects.ts';

/** One object as it stands after a write, and as it stood before; either is missing where it did not exist. */
export type Change = {
  [Kind in WorldKind]: {
    readonly kind: Kind;
    readonly before: WorldObjects[Kind] | undefined;
    readonly after: WorldObjects[Kind] | undefined;
  };
}[WorldKind];

export type Listener = (change: Change) => void;

type Shelves = { readonly [Kind in WorldKind]: Map<string, WorldObjects[Kind]> };

/** An object about to be written: the store says who it is. */
export type Draft<Kind extends WorldKind> = Omit<WorldObjects[Kind], 'metadata'> & {
  readonly metadata: Omit<WorldObjects[Kind]['metadata'], 'uid' | 'resourceVersion' | 'creationTimestamp'>;
};

const NOBODY: ReadonlySet<string> = new Set();

/** What the world's API server holds. Writes are told to all who listen, in the order of listening, before they return. */
export class ObjectStore {
  readonly #clock: Clock;
  readonly #listeners: Listener[] = [];
  readonly #shelves: Shelves = {
    Node: new Map(),
    Pod: new Map(),
    ReplicaSet: new Map(),
    Deployment: new Map(),
    StatefulSet: new Map(),
    DaemonSet: new Map(),
    Job: new Map(),
    PodDisruptionBudget: new Map(),
    HorizontalPodAutoscaler: new Map(),
  };
  readonly #podsByOwner: Map<string, Set<string>> = new Map();
  readonly #podsByNode: Map<string, Set<string>> = new Map();
  readonly #podsByNamespace: Map<string, Set<string>> = new Map();
  readonly #orphans: Map<string, Set<string>> = new Map();
  #version: number = 0;
  #born: number = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  get<Kind extends WorldKind>(kind: Kind, key: string): WorldObjects[Kind] | undefined {
    return this.#shelves[kind].get(key);
  }

  list<Kind extends WorldKind>(kind: Kind): Iterable<WorldObjects[Kind]> {
    return this.#shelves[kind].values();
  }

  /** A new object; undefined where there is one of this name already. */
  create<Kind extends WorldKind>(kind: Kind, draft: Draft<Kind>): WorldObjects[Kind] | undefined {
    if (this.#shelves[kind].has(keyOf(draft.metadata as ObjectMeta))) return undefined;
    this.#born += 1;
    const created = {
      ...draft,
      metadata: {
        generation: 1,
        ...draft.metadata,
        uid: uidOf(this.#born),
        creationTimestamp: new Date(this.#clock.now()).toISOString(),
      },
    } as unknown as WorldObjects[Kind];
    return this.#write(kind, created);
  }

  /** The object as it is to be from now on; a change of its spec is a new generation. */
  put<Kind extends WorldKind>(kind: Kind, object: WorldObjects[Kind]): WorldObjects[Kind] {
    return this.#write(kind, object);
  }

  remove<Kind extends WorldKind>(kind: Kind, key: string): void {
    const shelf: Map<string, WorldObjects[Kind]> = this.#shelves[kind];
    const before = shelf.get(key);
    if (before === undefined) return;
    shelf.delete(key);
    if (kind === 'Pod') this.#index(before as Pod, 'delete');
    this.#tell({ kind, before, after: undefined } as Change);
  }

  podsOwnedBy(uid: string): Pod[] {
    return this.#pods(this.#podsByOwner.get(uid));
  }

  podsOn(node: string): Pod[] {
    return this.#pods(this.#podsByNode.get(node));
  }

  podsIn(namespace: string): Pod[] {
    return this.#pods(this.#podsByNamespace.get(namespace));
  }

  /** Pods that nobody controls. */
  orphansIn(namespace: string): Pod[] {
    return this.#pods(this.#orphans.get(namespace));
  }

  #pods(keys: ReadonlySet<string> = NOBODY): Pod[] {
    return Array.from(keys, (key) => this.#shelves.Pod.get(key)!);
  }

  #write<Kind extends WorldKind>(kind: Kind, object: WorldObjects[Kind]): WorldObjects[Kind] {
    const shelf: Map<string, WorldObjects[Kind]> = this.#shelves[kind];
    const key = keyOf(object.metadata);
    const before = shelf.get(key);
    this.#version += 1;
    const after = {
      ...object,
      metadata: { ...object.metadata, resourceVersion: String(this.#version) },
    } as WorldObjects[Kind];
    shelf.set(key, after);
    if (kind === 'Pod') {
      if (before !== undefined) this.#index(before as Pod, 'delete');
      this.#index(after as Pod, 'add');
    }
    this.#tell({ kind, before, after } as Change);
    return after;
  }

  #index(pod: Pod, act: 'add' | 'delete'): void {
    const key = keyOf(pod.metadata);
    const namespace = pod.metadata.namespace ?? 'default';
    const owner = controllerOf(pod);
    enter(this.#podsByNamespace, namespace, key, act);
    if (owner === undefined) enter(this.#orphans, namespace, key, act);
    else enter(this.#podsByOwner, owner.uid, key, act);
    if (pod.spec.nodeName !== undefined) enter(this.#podsByNode, pod.spec.nodeName, key, act);
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}

function enter(index: Map<string, Set<string>>, at: string, key: string, act: 'add' | 'delete'): void {
  const set = index.get(at);
  if (set === undefined) {
    if (act === 'add') index.set(at, new Set([key]));
  } else if (act === 'add') set.add(key);
  else set.delete(key);
}

function uidOf(born: number): string {
  return `00000000-0000-4000-8000-${born.toString(16).padStart(12, '0')}`;
}

const conditionOf = (object: Node | Pod, type: string): boolean =>
  object.status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;

export const isReady = (object: Node | Pod): boolean => conditionOf(object, 'Ready');

/** Neither ended nor told to go: what controllers count. */
export function isActive(pod: Pod): boolean {
  return !isTerminating(pod) && pod.status?.phase !== 'Succeeded' && pod.status?.phase !== 'Failed';
}

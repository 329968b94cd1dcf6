import { isTerminating } from '#api/pod-standing.ts';
import type { ObjectMeta } from '#api/kubernetes/metadata.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { Clock } from '#ports/clock.ts';
import { PodIndex } from './pod-index.ts';
import { keyOf, type ReplicaSet, type WorldKind, type WorldObjects } from './objects.ts';
import { SetsByOwner } from './sets-by-owner.ts';

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
  readonly metadata: Omit<ObjectMeta, 'uid' | 'resourceVersion' | 'creationTimestamp' | 'generation'>;
};

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
    Service: new Map(),
    Namespace: new Map(),
    ReplicationController: new Map(),
    PersistentVolume: new Map(),
    PersistentVolumeClaim: new Map(),
    StorageClass: new Map(),
    CSINode: new Map(),
    CSIDriver: new Map(),
    PriorityClass: new Map(),
    ConfigMap: new Map(),
    PodMigration: new Map(),
  };
  readonly #pods: PodIndex = new PodIndex();
  readonly #sets: SetsByOwner = new SetsByOwner();
  #version: number = 0;
  #born: number = 0;
  readonly #taken: ReadonlySet<string>;

  /** `taken`: uids of objects that are to be adopted, which nobody else is given. */
  constructor(clock: Clock, taken: ReadonlySet<string> = new Set()) {
    this.#clock = clock;
    this.#taken = taken;
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

  count(kind: WorldKind): number {
    return this.#shelves[kind].size;
  }

  /** A new object; undefined where there is one of this name already. */
  create<Kind extends WorldKind>(kind: Kind, draft: Draft<Kind>): WorldObjects[Kind] | undefined {
    if (this.#shelves[kind].has(keyOf(draft.metadata))) return undefined;
    do this.#born += 1;
    while (this.#taken.has(uidOf(this.#born)));
    // the API server tells births in whole seconds
    const creationTimestamp = new Date(Math.floor(this.#clock.now() / 1000) * 1000).toISOString();
    const metadata: ObjectMeta = { ...draft.metadata, generation: 1, uid: uidOf(this.#born), creationTimestamp };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a draft lacks nothing but what is added here
    return this.#write(kind, { ...draft, metadata } as unknown as WorldObjects[Kind]);
  }

  /** The object as it is to be from now on; a change of its spec is a new generation. */
  put<Kind extends WorldKind>(kind: Kind, object: WorldObjects[Kind]): WorldObjects[Kind] {
    const before = this.#shelves[kind].get(keyOf(object.metadata));
    const isNewSpec = before !== undefined && specOf(before) !== specOf(object);
    const generation = (before?.metadata.generation ?? 0) + (isNewSpec ? 1 : 0);
    return this.#write(kind, { ...object, metadata: { ...object.metadata, generation } });
  }

  /** An object as it was known elsewhere, new or changed: who it is and how old stays as it was there. */
  adopt<Kind extends WorldKind>(kind: Kind, object: WorldObjects[Kind]): WorldObjects[Kind] {
    return this.#write(kind, object);
  }

  remove(kind: WorldKind, key: string): void {
    const before = this.#shelves[kind].get(key);
    if (before === undefined) return;
    this.#shelves[kind].delete(key);
    this.#tell(kind, before, undefined);
  }

  podsOwnedBy(uid: string): Pod[] {
    return this.#podsOf(this.#pods.ownedBy(uid));
  }

  setsOwnedBy(uid: string): ReplicaSet[] {
    return objectsOf(this.#sets.of(uid), this.#shelves.ReplicaSet);
  }

  podsOn(node: string): Pod[] {
    return this.#podsOf(this.#pods.on(node));
  }

  podsIn(namespace: string): Pod[] {
    return this.#podsOf(this.#pods.in(namespace));
  }

  /** Pods that nobody controls. */
  orphansIn(namespace: string): Pod[] {
    return this.#podsOf(this.#pods.orphansIn(namespace));
  }

  #podsOf(keys: ReadonlySet<string>): Pod[] {
    return objectsOf(keys, this.#shelves.Pod);
  }

  #write<Kind extends WorldKind>(kind: Kind, object: WorldObjects[Kind]): WorldObjects[Kind] {
    const shelf: Map<string, WorldObjects[Kind]> = this.#shelves[kind];
    const key = keyOf(object.metadata);
    const before = shelf.get(key);
    this.#version += 1;
    const after: WorldObjects[Kind] = {
      ...object,
      metadata: { ...object.metadata, resourceVersion: String(this.#version) },
    };
    shelf.set(key, after);
    this.#tell(kind, before, after);
    return after;
  }

  #tell(
    kind: WorldKind,
    before: WorldObjects[WorldKind] | undefined,
    after: WorldObjects[WorldKind] | undefined,
  ): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both come from the shelf of this kind
    const change = { kind, before, after } as Change;
    if (change.kind === 'Pod') this.#pods.change(change.before, change.after);
    else if (change.kind === 'ReplicaSet') this.#sets.change(change.before, change.after);
    for (const listener of this.#listeners) listener(change);
  }
}

const specOf = (object: WorldObjects[WorldKind]): unknown => ('spec' in object ? object.spec : undefined);

/** A loop, for `Array.from` takes several times as long and this is asked all the time. */
function objectsOf<Kept>(keys: Iterable<string>, shelf: ReadonlyMap<string, Kept>): Kept[] {
  const objects: Kept[] = [];
  for (const key of keys) objects.push(shelf.get(key)!);
  return objects;
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

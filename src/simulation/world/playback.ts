import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { controllerOf, isDaemon, isStatic, isTerminal, isTerminating } from '#api/pod-standing.ts';
import type { Kubelets } from './nodes/kubelets.ts';
import type { NodeLife } from './controllers/node-life.ts';
import { type Change, isReady } from './objects/object-store.ts';
import { keyOf, type ReplicaSet, type StatefulSet } from './objects/objects.ts';
import { deletePod, withReadiness, withStatus } from './pod-writes.ts';
import type { RecordedAct, RecordedChange, RecordedLife, RecordedScript } from './recorded-script.ts';
import { RecordedSets } from './recorded-sets.ts';
import { COURSE, WORKLOAD, type WorkloadBook } from './nodes/workload-book.ts';
import { nameSuffix } from './controllers/work-of-owner.ts';
import { tell, type WorldCore } from './world-core.ts';

export interface PlaybackParts {
  readonly book: WorkloadBook;
  readonly kubelets: Kubelets;
  readonly nodes: NodeLife;
}

/**
 * Does in a world what a recording says was done, and nothing that a policy did: pods are born where they went, if there is
 * room, and are told to go when they went; objects change as they changed. Whatever else befalls a pod is made good by its
 * controller, which is the world's own for ReplicaSets and StatefulSets, and this one for all others.
 */
export class Playback {
  readonly #core: WorldCore;
  readonly #parts: PlaybackParts;
  readonly #sets: RecordedSets;
  /** Lives that are not over, by course. */
  readonly #living: Map<number, RecordedLife> = new Map();
  /** Pods that a StatefulSet is about to make, and where they went. */
  readonly #expected: Map<string, string> = new Map();

  constructor(core: WorldCore, parts: PlaybackParts, { acts, lives }: RecordedScript) {
    this.#core = core;
    this.#parts = parts;
    this.#sets = new RecordedSets(core.store);
    for (const [name, those] of Map.groupBy(lives, ({ owner }) => owner)) {
      const courses = those.map(({ course }) => course);
      parts.book.add({ name, courses, memoryBytes: 0, leakBytesPerHour: 0, startUpCores: 0, startUpMs: 0 }, 'closed');
    }
    core.store.listen((change) => this.#hear(change));
    const startedAt = core.clock.now();
    for (const act of acts) {
      if (act.afterMs <= 0) this.#perform(act);
      else core.clock.at(startedAt + act.afterMs, () => this.#perform(act));
    }
  }

  #perform(act: RecordedAct): void {
    switch (act.act) {
      case 'apply':
        return this.#apply(act.change);
      case 'remove':
        if (act.of === 'Node') this.#parts.nodes.remove(act.key);
        else this.#core.store.remove(act.of, act.key);
        return;
      case 'birth':
        return this.#bear(act.life);
      case 'death':
        return this.#end(act.life);
    }
  }

  /** What the world itself says of an object stays: its marks, its status, how many pods it wants. */
  #apply(change: RecordedChange): void {
    const { store } = this.#core;
    const key = keyOf(change.object.metadata);
    if (change.of === 'Node') this.#applyNode(key, change.object);
    else if (change.of === 'ReplicaSet')
      store.adopt('ReplicaSet', asCounted(store.get('ReplicaSet', key), change.object));
    else if (change.of === 'StatefulSet')
      store.adopt('StatefulSet', asCounted(store.get('StatefulSet', key), change.object));
    else if (change.of === 'PodDisruptionBudget') {
      const status = store.get('PodDisruptionBudget', key)?.status;
      store.adopt('PodDisruptionBudget', status === undefined ? change.object : { ...change.object, status });
    } else store.adopt(change.of, change.object);
  }

  #applyNode(name: string, node: Node): void {
    const { store } = this.#core;
    const annotations = store.get('Node', name)?.metadata.annotations ?? {};
    this.#tellNode(name, node.spec?.unschedulable === true);
    store.adopt('Node', { ...node, metadata: { ...node.metadata, annotations } });
    this.#setReady(name, isReady(node));
  }

  #tellNode(name: string, isCordoned: boolean): void {
    const before = this.#core.store.get('Node', name);
    if (before === undefined) tell(this.#core, 'node-joined', name);
    else if (isCordoned !== (before.spec?.unschedulable === true))
      tell(this.#core, isCordoned ? 'node-cordoned' : 'node-uncordoned', name);
  }

  #setReady(name: string, ready: boolean): void {
    const { kubelets } = this.#parts;
    if (ready !== kubelets.isLost(name)) return;
    tell(this.#core, ready ? 'node-back' : 'node-lost', name);
    if (ready) kubelets.bringBack(name);
    else kubelets.lose(name);
  }

  #bear(life: RecordedLife): void {
    const { metadata } = life.pod;
    this.#living.set(life.course, life);
    const set = setOf(life);
    if (set !== undefined) this.#sets.born(set.kind, set.key, life);
    if (life.bornMs > 0 && set?.kind === 'StatefulSet') {
      // it makes its pods itself, under their old names, and may have made this one already
      this.#expected.set(keyOf(metadata), life.node);
      this.#parts.book.offer(life.owner, life.course);
    } else {
      this.#parts.book.open(life.owner, life.course);
      this.#create(life, metadata.name, life.bornMs <= 0 ? 'running' : 'new');
    }
  }

  #create(life: RecordedLife, name: string, as: 'running' | 'new' | 'again'): void {
    const { store, clock } = this.#core;
    const { metadata, spec, status } = life.pod;
    const { nodeName: _, ...anywhere } = spec;
    const annotations = { ...metadata.annotations, [WORKLOAD]: life.owner, [COURSE]: String(life.course) };
    if (as === 'running') {
      const bound = { ...spec, nodeName: life.node };
      const startTime = status?.startTime ?? metadata.creationTimestamp ?? new Date(clock.now()).toISOString();
      const running = withStatus(
        { ...life.pod, metadata: { ...metadata, annotations }, spec: bound },
        { phase: 'Running', startTime },
      );
      store.adopt('Pod', withReadiness(running, true, clock.now()));
      return;
    }
    const created = store.create('Pod', {
      metadata: { ...metadata, name, annotations },
      spec: isBound(life) ? { ...spec, nodeName: life.node } : anywhere,
      // where it went when it was recorded: kube-scheduler looks there first
      status: { phase: 'Pending', ...(as === 'new' && !isBound(life) ? { nominatedNodeName: life.node } : {}) },
    });
    if (created !== undefined) tell(this.#core, 'pod-created', keyOf(created.metadata));
  }

  #end(life: RecordedLife): void {
    const { book } = this.#parts;
    this.#living.delete(life.course);
    const key = book.podOf(life.course);
    book.close(life.owner, life.course);
    const set = setOf(life);
    if (set !== undefined) this.#sets.died(set.kind, set.key, life);
    const pod = key === undefined ? undefined : this.#core.store.get('Pod', key);
    if (pod !== undefined && book.courseOf(pod) === life.course) deletePod(this.#core, pod);
  }

  #hear(change: Change): void {
    if (change.kind !== 'Pod') return;
    const { before, after } = change;
    if (before === undefined) this.#nominate(after!);
    else if (hasLeft(before, after)) this.#makeGood(before);
  }

  #nominate(pod: Pod): void {
    const key = keyOf(pod.metadata);
    const node = this.#expected.get(key);
    if (node === undefined) return;
    this.#expected.delete(key);
    this.#core.store.put('Pod', withStatus(pod, { nominatedNodeName: node }));
  }

  #hasSet(life: RecordedLife): boolean {
    const set = setOf(life);
    return set !== undefined && this.#core.store.get(set.kind, set.key) !== undefined;
  }

  /** Jobs, ReplicationControllers and what else makes pods make another of one that goes before its time. */
  #makeGood({ metadata }: Pod): void {
    const course = metadata.annotations?.[COURSE];
    const life = course === undefined ? undefined : this.#living.get(Number(course));
    const owner = life === undefined ? undefined : controllerOf(life.pod);
    if (life === undefined || owner === undefined || isBound(life) || this.#hasSet(life)) return;
    const { clock, times } = this.#core;
    clock.at(clock.now() + times.controllerMs, () => {
      if (this.#living.get(life.course) === life)
        this.#create(life, `${owner.name}-${nameSuffix(this.#core)}`, 'again');
    });
  }
}

/** A set that wants as many pods as it does now, and has as many. */
function asCounted<Set extends ReplicaSet | StatefulSet>(known: Set | undefined, set: Set): Set {
  if (known === undefined) return set;
  const { status, spec } = known;
  return { ...set, ...(status === undefined ? {} : { status }), spec: { ...set.spec, replicas: spec.replicas } };
}

/** Its kubelet or its DaemonSet keeps it on this very node. */
const isBound = ({ pod }: RecordedLife): boolean => isDaemon(pod) || isStatic(pod);

function setOf({
  pod,
}: RecordedLife): { readonly kind: 'ReplicaSet' | 'StatefulSet'; readonly key: string } | undefined {
  const owner = controllerOf(pod);
  if (owner?.kind !== 'ReplicaSet' && owner?.kind !== 'StatefulSet') return undefined;
  return { kind: owner.kind, key: keyOf({ ...pod.metadata, name: owner.name }) };
}

/** Whether a pod was told to go just now, has failed, or is gone without having been told. */
function hasLeft(before: Pod, after: Pod | undefined): boolean {
  if (isTerminating(before) || isTerminal(before)) return false;
  return after === undefined || isTerminating(after) || isTerminal(after);
}

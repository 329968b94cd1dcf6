import { compileSelector, selects } from '#api/label-selector.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { controllerOf, isTerminating } from '#api/pod-standing.ts';
import { inDeletionOrder } from './deletion-order.ts';
import { type Change, isActive, isReady } from '#simulation/world/objects/object-store.ts';
import { keyOf, type ReplicaSet } from '#simulation/world/objects/objects.ts';
import { deletePod } from '#simulation/world/pod-writes.ts';
import { createPod, ownerOf } from './work-of-owner.ts';
import { WorkQueue } from './work-queue.ts';
import { tell, type WorldCore } from '#simulation/world/world-core.ts';

/** As upstream, a sync makes or deletes no more than this at once. */
const BURST = 500;

/**
 * Keeps as many pods of each ReplicaSet as it wants. A pod that has been told to go counts no more, so its replacement is
 * made at once; an orphan that the selector matches is adopted, and one too many goes in upstream's order.
 */
export class ReplicaSets {
  readonly #core: WorldCore;
  readonly #queue: WorkQueue;

  constructor(core: WorldCore) {
    this.#core = core;
    this.#queue = new WorkQueue(core.clock, core.times.controllerMs, (key) => this.#sync(key));
    core.store.listen((change) => this.#hear(change));
  }

  #hear(change: Change): void {
    if (change.kind === 'ReplicaSet') return this.#hearSet(change);
    if (change.kind !== 'Pod') return;
    const pod = (change.after ?? change.before)!;
    const owners = [change.before, change.after].flatMap((one) => (one === undefined ? [] : (controllerOf(one) ?? [])));
    for (const { kind, name } of owners)
      if (kind === 'ReplicaSet') this.#queue.add(`${pod.metadata.namespace}/${name}`);
    if (change.after !== undefined && controllerOf(change.after) === undefined) this.#hearOrphan(change.after);
  }

  #hearSet({ before, after }: Extract<Change, { kind: 'ReplicaSet' }>): void {
    const isOwnStatus = before !== undefined && before.spec === after?.spec;
    if (after !== undefined) {
      if (!isOwnStatus) this.#queue.add(keyOf(after.metadata));
    } else for (const pod of this.#core.store.podsOwnedBy(before!.metadata.uid)) deletePod(this.#core, pod);
  }

  #hearOrphan(pod: Pod): void {
    for (const set of this.#core.store.list('ReplicaSet')) if (matches(set, pod)) this.#queue.add(keyOf(set.metadata));
  }

  #sync(key: string): void {
    const { store, clock } = this.#core;
    const set = store.get('ReplicaSet', key);
    if (set === undefined) return;
    this.#claim(set);
    const active = store.podsOwnedBy(set.metadata.uid).filter(isActive);
    const surplus = active.length - set.spec.replicas;
    const owner = { kind: 'ReplicaSet', metadata: set.metadata };
    for (let missing = Math.min(BURST, -surplus); missing > 0; missing--)
      createPod(this.#core, owner, set.spec.template);
    if (surplus > 0) {
      const doomed = inDeletionOrder(active, this.#siblings(set), clock.now()).slice(0, Math.min(BURST, surplus));
      for (const pod of doomed) {
        tell(this.#core, 'pod-surplus', keyOf(pod.metadata), { why: `ReplicaSet ${key} has one too many` });
        deletePod(this.#core, pod);
      }
    }
    this.#count(key);
  }

  /** Adopts orphans that the selector matches, and lets go those that it matches no more. */
  #claim(set: ReplicaSet): void {
    const { store } = this.#core;
    const { namespace, uid } = set.metadata;
    for (const pod of store.orphansIn(namespace!)) {
      if (!isActive(pod) || !matches(set, pod)) continue;
      tell(this.#core, 'pod-adopted', keyOf(pod.metadata), { why: `by ReplicaSet ${keyOf(set.metadata)}` });
      const ownerReferences = [...(pod.metadata.ownerReferences ?? []), ownerOf('ReplicaSet', set.metadata)];
      store.put('Pod', { ...pod, metadata: { ...pod.metadata, ownerReferences } });
    }
    for (const pod of store.podsOwnedBy(uid)) {
      if (isTerminating(pod) || matches(set, pod)) continue;
      const ownerReferences = pod.metadata.ownerReferences!.filter((owner) => owner.uid !== uid);
      store.put('Pod', { ...pod, metadata: { ...pod.metadata, ownerReferences } });
    }
  }

  /** The pods of all sets of the same Deployment: upstream spreads by them. */
  #siblings(set: ReplicaSet): readonly Pod[] {
    const { store } = this.#core;
    const deployment = controllerOf(set)?.uid;
    if (deployment === undefined) return store.podsOwnedBy(set.metadata.uid).filter(isActive);
    const sets = [...store.list('ReplicaSet')].filter((other) => controllerOf(other)?.uid === deployment);
    return sets.flatMap(({ metadata }) => store.podsOwnedBy(metadata.uid).filter(isActive));
  }

  #count(key: string): void {
    const { store } = this.#core;
    const set = store.get('ReplicaSet', key)!;
    const active = store.podsOwnedBy(set.metadata.uid).filter(isActive);
    const status = { replicas: active.length, readyReplicas: active.filter(isReady).length };
    const { status: known } = set;
    if (known?.replicas === status.replicas && known.readyReplicas === status.readyReplicas) return;
    store.put('ReplicaSet', { ...set, status });
  }
}

const matches = ({ metadata, spec }: ReplicaSet, pod: Pod): boolean =>
  metadata.namespace === pod.metadata.namespace && selects(compileSelector(spec.selector), pod.metadata.labels ?? {});

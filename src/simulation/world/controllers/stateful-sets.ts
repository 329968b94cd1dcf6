import { controllerOf, isTerminal } from '#api/pod-standing.ts';
import { type Change, isActive, isReady } from '#simulation/world/objects/object-store.ts';
import { keyOf, type StatefulSet } from '#simulation/world/objects/objects.ts';
import { deletePod } from '#simulation/world/pod-writes.ts';
import { createPod } from './work-of-owner.ts';
import { WorkQueue } from './work-queue.ts';
import type { WorldCore } from '#simulation/world/world-core.ts';

/**
 * Keeps pods 0 to n-1 of each StatefulSet. A name is free only once its pod is gone, so a replacement waits for that; in
 * order, each waits for those before it to be ready, and those beyond n leave from the top.
 */
export class StatefulSets {
  readonly #core: WorldCore;
  readonly #queue: WorkQueue;

  constructor(core: WorldCore) {
    this.#core = core;
    this.#queue = new WorkQueue(core.clock, core.times.controllerMs, (key) => this.#sync(key));
    core.store.listen((change) => this.#hear(change));
  }

  #hear(change: Change): void {
    if (change.kind === 'StatefulSet' && change.after !== undefined) {
      if (change.before?.spec !== change.after.spec) this.#queue.add(keyOf(change.after.metadata));
    } else if (change.kind === 'StatefulSet') {
      for (const pod of this.#core.store.podsOwnedBy(change.before!.metadata.uid)) deletePod(this.#core, pod);
    } else if (change.kind === 'Pod') {
      const pod = (change.after ?? change.before)!;
      const owner = controllerOf(pod);
      if (owner?.kind === 'StatefulSet') this.#queue.add(`${pod.metadata.namespace}/${owner.name}`);
    }
  }

  #sync(key: string): void {
    const set = this.#core.store.get('StatefulSet', key);
    if (set === undefined) return;
    const isOrdered = set.spec.podManagementPolicy === 'OrderedReady';
    for (let ordinal = 0; ordinal < set.spec.replicas; ordinal++) {
      const isSettled = this.#keep(set, ordinal);
      if (isOrdered && !isSettled) return this.#count(set);
    }
    this.#trim(set);
    this.#count(set);
  }

  /** Whether the pod of an ordinal is there and ready; makes it where its name is free. */
  #keep(set: StatefulSet, ordinal: number): boolean {
    const name = `${set.metadata.name}-${ordinal}`;
    const pod = this.#core.store.get('Pod', `${set.metadata.namespace}/${name}`);
    if (pod === undefined) {
      createPod(this.#core, { kind: 'StatefulSet', metadata: set.metadata }, set.spec.template, { name });
      return false;
    }
    if (isTerminal(pod)) deletePod(this.#core, pod);
    return isActive(pod) && isReady(pod);
  }

  #trim({ metadata, spec }: StatefulSet): void {
    const ordinalOf = (name: string): number => Number(name.slice(metadata.name.length + 1));
    const beyond = this.#core.store
      .podsOwnedBy(metadata.uid)
      .filter((pod) => ordinalOf(pod.metadata.name) >= spec.replicas)
      .toSorted((a, b) => ordinalOf(b.metadata.name) - ordinalOf(a.metadata.name));
    const doomed = spec.podManagementPolicy === 'OrderedReady' ? beyond.slice(0, 1) : beyond;
    for (const pod of doomed) deletePod(this.#core, pod);
  }

  #count(set: StatefulSet): void {
    const { store } = this.#core;
    const pods = store.podsOwnedBy(set.metadata.uid).filter(isActive);
    const status = { replicas: pods.length, readyReplicas: pods.filter(isReady).length };
    const { status: known } = set;
    if (known?.replicas === status.replicas && known.readyReplicas === status.readyReplicas) return;
    store.put('StatefulSet', { ...set, status });
  }
}

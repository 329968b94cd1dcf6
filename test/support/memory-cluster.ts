import { appliedEvent, type ClusterKind, type ClusterObjects } from '#cluster/cluster-event.ts';
import { keyOf } from '#cluster/object-shelf.ts';
import { kindNames } from '#sources/cluster-watch/kinds.ts';
import type { ClusterListener, ClusterSource, KindStanding } from '#ports/cluster-source.ts';

/** A cluster in memory, and the source that tells of it. */
export class MemoryCluster implements ClusterSource {
  readonly #objects = new Map<ClusterKind, Map<string, ClusterObjects[ClusterKind]>>();
  readonly #listeners = new Set<ClusterListener>();
  #hasRun = false;

  get standings(): readonly KindStanding[] {
    return kindNames.map((kind) =>
      this.#hasRun
        ? { kind, completeness: 'whole', heardAt: 0, objects: this.#objects.get(kind)?.size ?? 0 }
        : { kind, completeness: 'partial', heardAt: 'never', objects: 0 },
    );
  }

  async run(listener: ClusterListener, signal: AbortSignal): Promise<void> {
    this.#hasRun = true;
    for (const [kind, objects] of this.#objects) {
      for (const object of objects.values()) listener.told(appliedEvent(kind, object));
    }
    listener.inSync();
    this.#listeners.add(listener);
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
    await promise;
    this.#listeners.delete(listener);
  }

  put<Kind extends ClusterKind>(kind: Kind, object: ClusterObjects[Kind]): void {
    const objects = this.#objects.get(kind) ?? new Map<string, ClusterObjects[ClusterKind]>();
    this.#objects.set(kind, objects.set(keyOf(object.metadata), object));
    for (const listener of this.#listeners) listener.told(appliedEvent(kind, object));
  }

  remove<Kind extends ClusterKind>(kind: Kind, object: ClusterObjects[Kind]): void {
    this.#objects.get(kind)?.delete(keyOf(object.metadata));
    for (const listener of this.#listeners) listener.told({ kind: 'removed', of: kind, object });
  }
}

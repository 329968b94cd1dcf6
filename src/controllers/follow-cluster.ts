import type { Pod } from '#api/kubernetes/pod.ts';
import { isTerminal } from '#api/pod-standing.ts';
import type { ClusterKind } from '#cluster/cluster-event.ts';
import type { ClusterStore } from '#cluster/cluster-store.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import { ObjectShelf } from '#cluster/object-shelf.ts';
import type { ClusterListener, ClusterSource, KindStanding } from '#ports/cluster-source.ts';

/** Keeps a store in step with the world: the only one that tells it what the world says. */
export class ClusterFollower {
  readonly #source: ClusterSource;
  readonly #store: ClusterStore;
  readonly #pods: ObjectShelf<Pod> = new ObjectShelf();
  readonly #inSync: PromiseWithResolvers<void> = Promise.withResolvers();
  #isInSync: boolean = false;

  constructor(source: ClusterSource, store: ClusterStore) {
    this.#source = source;
    this.#store = store;
  }

  /** Which kinds are known how well. */
  get standings(): readonly KindStanding[] {
    return this.#source.standings;
  }

  /** How things stand now; good until the next event. */
  get view(): ClusterView {
    return this.#store.view();
  }

  /** Kinds of which nothing can be told. */
  get unread(): ReadonlySet<ClusterKind> {
    const isUnread = ({ completeness }: KindStanding): boolean =>
      completeness === 'forbidden' || completeness === 'not-served';
    return new Set(this.standings.filter(isUnread).map(({ kind }) => kind));
  }

  /** Those that have not ended, as the world tells them. */
  get pods(): Iterable<Pod> {
    return this.#pods.all();
  }

  podsIn(namespace: string): Iterable<Pod> {
    return this.#pods.in(namespace);
  }

  /** Follows until the signal. */
  run(signal: AbortSignal): Promise<void> {
    return this.#source.run({ told: this.#told, inSync: () => this.#synced() }, signal);
  }

  /** Resolves once everything that can be told has been; rejects with the signal's reason when aborted first. */
  async whenInSync(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#isInSync) return;
    const { promise, reject } = Promise.withResolvers<void>();
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      await Promise.race([this.#inSync.promise, promise]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  #synced(): void {
    this.#isInSync = true;
    this.#inSync.resolve();
  }

  readonly #told: ClusterListener['told'] = (event) => {
    this.#store.apply(event);
    if (event.kind === 'applied' && event.of === 'Pod') {
      if (isTerminal(event.object)) this.#pods.take(event.object);
      else this.#pods.put(event.object);
    } else if (event.kind === 'removed' && event.of === 'Pod') this.#pods.take(event.object);
  };
}

import type { ClusterStore } from '#cluster/cluster-store.ts';
import type { ClusterSource, KindStanding } from '#ports/cluster-source.ts';

/** Keeps a store in step with the world: the only one that tells it what the world says. */
export class ClusterFollower {
  readonly #source: ClusterSource;
  readonly #store: ClusterStore;
  readonly #inSync: PromiseWithResolvers<void> = Promise.withResolvers();

  constructor(source: ClusterSource, store: ClusterStore) {
    this.#source = source;
    this.#store = store;
  }

  /** Which kinds are known how well. */
  get standings(): readonly KindStanding[] {
    return this.#source.standings;
  }

  /** Follows until the signal. */
  run(signal: AbortSignal): Promise<void> {
    const told = (event: Parameters<ClusterStore['apply']>[0]): void => this.#store.apply(event);
    return this.#source.run({ told, inSync: () => this.#inSync.resolve() }, signal);
  }

  /** Resolves once everything that can be told has been; rejects with the signal's reason when aborted first. */
  async whenInSync(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, reject } = Promise.withResolvers<void>();
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      await Promise.race([this.#inSync.promise, promise]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }
}

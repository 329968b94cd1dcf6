import { VirtualClock as Clock } from '#simulation/virtual-clock.ts';

/** The simulator's clock, for tests that must know when somebody has fallen asleep. */
export class VirtualClock extends Clock {
  readonly #watchers: Set<() => void> = new Set();

  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const slept = super.sleep(ms, signal);
    for (const watcher of this.#watchers) watcher();
    return slept;
  }

  /** Resolves once so many are asleep: work that waits for real files or sockets has come round to its next sleep. */
  async whenSleeping(count = 1): Promise<void> {
    while (this.sleeping < count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#watchers.add(resolve);
      await promise;
      this.#watchers.delete(resolve);
    }
  }
}

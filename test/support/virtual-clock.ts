import type { Clock } from '#ports/clock.ts';

interface Sleeper {
  readonly wakesAt: number;
  readonly wake: () => void;
}

/** A clock that stands still until it is advanced: sleeping costs nothing, and a test decides what time it is. */
export class VirtualClock implements Clock {
  #now: number;
  /** In order of waking; those who wake together, in order of falling asleep. */
  readonly #sleepers: Sleeper[] = [];
  readonly #watchers: Set<() => void> = new Set();

  constructor(startsAt: number = Date.UTC(2030, 0, 1)) {
    this.#now = startsAt;
  }

  /** How many are asleep now. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const sleeper = { wakesAt: this.#now + Math.max(0, ms), wake };
    const abort = (): void => {
      this.#sleepers.splice(this.#sleepers.indexOf(sleeper), 1);
      reject(signal?.reason);
    };
    function wake(): void {
      signal?.removeEventListener('abort', abort);
      resolve();
    }
    signal?.addEventListener('abort', abort, { once: true });
    this.#putToSleep(sleeper);
    return promise;
  }

  /** Lets time pass, stopping at each moment somebody wakes so that what they do happens then. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      const next = this.#sleepers[0];
      if (next === undefined || next.wakesAt > until) break;
      this.#sleepers.shift();
      this.#now = next.wakesAt;
      next.wake();
      await settled();
    }
    this.#now = until;
    await settled();
  }

  /** Resolves once so many are asleep: work that waits for real files or sockets has come round to its next sleep. */
  async whenSleeping(count = 1): Promise<void> {
    while (this.#sleepers.length < count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#watchers.add(resolve);
      await promise;
      this.#watchers.delete(resolve);
    }
  }

  #putToSleep(sleeper: Sleeper): void {
    const later = this.#sleepers.findIndex((other) => other.wakesAt > sleeper.wakesAt);
    this.#sleepers.splice(later === -1 ? this.#sleepers.length : later, 0, sleeper);
    for (const watcher of this.#watchers) watcher();
  }
}

/** One turn of the event loop, in which every promise already resolved has had its say. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

import { Heap } from '#base/heap.ts';
import type { Clock } from '#ports/clock.ts';

/** Something that happens at its time; may be called off before. */
export interface Appointment {
  readonly at: number;
  readonly sequence: number;
  readonly happen: () => void;
  /** Whether somebody wakes who goes on by promises, and has to be waited for. */
  readonly isWaking: boolean;
}

/**
 * A clock that stands still until it is advanced: what is due happens in the order of time, and of equal times in the
 * order of asking. Sleeping costs nothing, and the same program on it does the same again.
 */
export class VirtualClock implements Clock {
  #now: number;
  #sequence: number = 0;
  #sleeping: number = 0;
  #says: number = 0;
  readonly #alarms: WeakMap<AbortSignal, Set<() => void>> = new WeakMap();
  readonly #due: Heap<Appointment> = new Heap<Appointment>(
    (a, b) => a.at < b.at || (a.at === b.at && a.sequence < b.sequence),
  );

  constructor(startsAt: number = Date.UTC(2030, 0, 1)) {
    this.#now = startsAt;
  }

  /** How many are asleep now. */
  get sleeping(): number {
    return this.#sleeping;
  }

  now(): number {
    return this.#now;
  }

  /** Something synchronous is to happen at an instant, or now where that is past. */
  at(instant: number, happen: () => void): Appointment {
    return this.#enter(instant, happen, false);
  }

  /** The same where it sets somebody going who goes on by promises: others may be asleep, or nobody at all. */
  wakeAt(instant: number, happen: () => void): Appointment {
    return this.#enter(instant, happen, true);
  }

  /** Calls off what has not happened yet. */
  cancel(appointment: Appointment): void {
    this.#due.delete(appointment);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const alarms = signal === undefined ? undefined : this.#alarmsOf(signal);
    const entry = this.#enter(
      this.#now + Math.max(0, ms),
      () => {
        this.#sleeping -= 1;
        alarms?.delete(abort);
        resolve();
      },
      true,
    );
    const abort = (): void => {
      if (this.#due.delete(entry)) this.#sleeping -= 1;
      reject(signal?.reason);
    };
    alarms?.add(abort);
    this.#sleeping += 1;
    return promise;
  }

  /** What wakes those who sleep until a signal: it is listened to once, for listening costs more than most sleeps. */
  #alarmsOf(signal: AbortSignal): Set<() => void> {
    const known = this.#alarms.get(signal);
    if (known !== undefined) return known;
    const alarms = new Set<() => void>();
    this.#alarms.set(signal, alarms);
    const wake = (): void => {
      for (const abort of alarms) abort();
    };
    signal.addEventListener('abort', wake, { once: true });
    return alarms;
  }

  /** Lets time pass, stopping at each moment something is due so that what follows from it happens then. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    // whoever asks may do so outside of all promises, where ticks come before them
    await turned();
    for (let next = this.#due.peek(); next !== undefined && next.at <= until; next = this.#due.peek()) {
      this.#due.pop();
      this.#now = next.at;
      next.happen();
      if (next.isWaking) await this.#settled();
    }
    this.#now = until;
    await turned();
  }

  #settled(): Promise<void> {
    this.#says += 1;
    return this.#says % SAYS_PER_TURN === 0 ? turned() : settled();
  }

  #enter(instant: number, happen: () => void, isWaking: boolean): Appointment {
    this.#sequence += 1;
    const entry = { at: Math.max(instant, this.#now), sequence: this.#sequence, happen, isWaking };
    this.#due.set(entry);
    return entry;
  }
}

/** So many times in a row others have their say before the process, which has signals to heed, has its own. */
const SAYS_PER_TURN = 1024;

/** One turn of the event loop, in which every promise already resolved has had its say. */
function turned(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** The same for those who go on from a promise, at a fraction of the price: ticks come once the queue of promises is empty. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}

import { Contest } from './contest.ts';
import type { LeaseStore } from './lease.ts';
import type { Standing } from './observer.ts';
import { checkTimes, type LeaseOptions } from './options.ts';
import type { Leadership } from './term.ts';

/** Taking part in the contest for one Lease. */
export interface Contention {
  /** What is written into the Lease when we lead. */
  readonly identity: string;
  /** Resolves when it is over: released, or the work finished. Never rejects. */
  readonly done: Promise<void>;
  status(): Standing;
  /** Stops the work, waits until it has ended, gives the lease back if we hold it; as `done`. */
  release(): Promise<void>;
}

/**
 * Contends for a Lease and does `work` whenever we lead, at most one at a time:
 *   work returns after its signal was aborted   as asked; if leading was lost, contends again
 *   work returns by itself                      it is finished: the lease is given back, the contest is over
 *   work throws                                 it is told, the lease is given back, and a lease's time later contends again
 */
export function contend(
  store: LeaseStore,
  work: (leadership: Leadership) => Promise<void>,
  options: LeaseOptions,
): Contention {
  checkTimes(options);
  const identity = `${options.name}_${options.suffix()}`;
  const stop = new AbortController();
  const contest = new Contest({ identity, store, work, stop: stop.signal, options });
  const done = contest.run();
  return {
    identity,
    done,
    status: () => contest.standing,
    release() {
      stop.abort();
      return done;
    },
  };
}

import { uptime } from 'node:os';
import { platform } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/** The times a contender lives by. */
export interface LeaseClock {
  /** Milliseconds since some moment. Never set back nor forward: every deadline is counted by it. */
  monotonic(): number;
  /** Milliseconds since the Unix epoch. Written into the Lease for people to read; nothing is decided by it. */
  now(): number;
  /** Resolves after `ms`; rejects when aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const machineClock: LeaseClock = {
  monotonic: awakeOrNot(
    () => performance.now(),
    platform === 'linux' ? () => uptime() * 1000 : undefined, // elsewhere uptime follows the wall clock
  ),
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
};

/**
 * A clock as fine as `awake` that also counts the time a suspended machine slept. On Linux `performance.now` stands still
 * while the machine is suspended (CLOCK_MONOTONIC) and `uptime` does not (CLOCK_BOOTTIME), but it is coarse: how far it
 * ran ahead at most is what was slept through. A holder on a laptop or a suspended virtual machine thus finds out on
 * waking, though its timers are late. Where the hypervisor stops both clocks nothing in the guest can tell: there only
 * the preconditions that every write carries protect.
 */
export function awakeOrNot(awake: () => number, boot: (() => number) | undefined): () => number {
  if (boot === undefined) return awake;
  let ahead = -Infinity;
  return () => {
    const now = awake();
    ahead = Math.max(ahead, boot() - now);
    return now + ahead;
  };
}

/** Sleeps for `ms`, or until the signal is aborted: whoever rests looks around afterwards anyway. */
export async function rest(clock: LeaseClock, ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await clock.sleep(Math.max(0, ms), signal);
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}

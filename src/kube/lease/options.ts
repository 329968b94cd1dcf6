import { randomUUID } from 'node:crypto';
import { type LeaseClock, machineClock } from './clock.ts';
import type { LeaseObserver } from './observer.ts';

/** How long a lease lasts and how it is kept; client-go's words and defaults. */
export interface LeaseTimes {
  /** Whole seconds. Nobody takes the lease before it has seen it unchanged for so long. */
  readonly leaseDurationMs: number;
  /** The holder stops acting so long after the start of its last successful renewal. */
  readonly renewDeadlineMs: number;
  /** Between renewals, and between looks at another's lease. */
  readonly retryPeriodMs: number;
  /** Looks at another's lease come up to this share of the retry period later, at random. */
  readonly jitter: number;
}

export interface LeaseOptions extends LeaseTimes {
  /** Who contends: the pod's name, say. */
  readonly name: string;
  /** Makes the name unique, since a restarted pod may have the name of one that still runs: `NAME_SUFFIX` is written. */
  readonly suffix: () => string;
  readonly observer: LeaseObserver;
  readonly clock: LeaseClock;
  /** 0 to below 1. */
  readonly random: () => number;
}

/** All but the name. */
export const leaseDefaults: Omit<LeaseOptions, 'name'> = {
  leaseDurationMs: 15_000,
  renewDeadlineMs: 10_000,
  retryPeriodMs: 2000,
  jitter: 1.2,
  suffix: randomUUID,
  observer: {},
  clock: machineClock,
  random: Math.random,
};

// clocks of two machines run apart by less than a thousandth; the rest is for timers that fire late
const longestDeadlineShare = 0.9;

/** Throws where a holder could act beyond its lease, or could not keep it. */
export function checkTimes({ leaseDurationMs, renewDeadlineMs, retryPeriodMs, jitter }: LeaseTimes): void {
  if (!(leaseDurationMs >= 1000) || leaseDurationMs % 1000 !== 0)
    throw new RangeError(`a lease lasts a whole number of seconds, at least 1, not ${leaseDurationMs} ms`);
  if (!(renewDeadlineMs <= leaseDurationMs * longestDeadlineShare))
    throw new RangeError(
      `a lease of ${leaseDurationMs} ms needs a renew deadline of at most nine tenths of that, not ${renewDeadlineMs} ms`,
    );
  if (!(retryPeriodMs > 0) || !(jitter >= 0) || !(renewDeadlineMs > retryPeriodMs * Math.max(jitter, 1)))
    throw new RangeError(
      `a renew deadline of ${renewDeadlineMs} ms leaves no time to renew every ${retryPeriodMs} ms with jitter ${jitter}`,
    );
}

import { setTimeout as sleep } from 'node:timers/promises';

/** The clock a transport lives by: a test's own, or the machine's. */
export interface Time {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms`; rejects when aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const machineTime: Time = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
};

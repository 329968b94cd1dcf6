import type { ConnectionOptions } from './connections/connector.ts';
import type { TransportObserver } from './observer.ts';
import type { RepeatOptions } from './repeat.ts';
import { machineTime, type Time } from './time.ts';
import type { TurnstileOptions } from './turnstile.ts';

export interface TransportOptions extends TurnstileOptions, RepeatOptions, ConnectionOptions {
  /** `plimsoll/1.2.3 (scheduler)`: who reads the API server's audit log wants to know. */
  readonly userAgent: string;
  /** For requests that name none. */
  readonly deadlineMs: number;
  readonly longestAnswerBytes: number;
  readonly observer: TransportObserver;
  readonly time: Time;
  /** 0 to below 1. */
  readonly random: () => number;
}

export const transportDefaults: TransportOptions = {
  userAgent: 'plimsoll',
  deadlineMs: 30_000,
  longestAnswerBytes: 256 * 1024 * 1024,
  longestHeadersBytes: 64 * 1024,
  // rate
  qps: 50,
  burst: 100,
  mostAtOnce: 24,
  longestLines: { lease: 100, act: 1000, read: 10_000, status: 10_000, annotate: 10_000, event: 1000 },
  // repeats
  mostAttempts: 6,
  baseMs: 100,
  capMs: 10_000,
  // connections
  connectTimeoutMs: 10_000,
  idleMs: 60_000,
  probeAfterMs: 30_000,
  // surroundings
  observer: {},
  time: machineTime,
  random: Math.random,
};

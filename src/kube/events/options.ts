import { randomBytes } from 'node:crypto';
import { machineTime, type Time } from '#kube/transport/time.ts';
import type { BackoffOptions } from '#kube/transport/backoff.ts';
import type { EventObserver } from './observer.ts';

export interface EventOptions extends BackoffOptions {
  /** The same again within this time is counted, not told anew. */
  readonly windowMs: number;
  /** A series that goes on is brought up to date at most so often. */
  readonly gatherMs: number;
  /** New Events for each object: so many at once... */
  readonly burst: number;
  /** ...and so many a second over time. */
  readonly qps: number;
  /** How many series, and how many objects' rates, are remembered. */
  readonly mostRemembered: number;
  readonly longestQueue: number;
  /** To write one, the first included. */
  readonly mostAttempts: number;
  /** How often it is looked for series that are over, or to be brought up to date. */
  readonly sweepMs: number;
  readonly observer: EventObserver;
  readonly time: Time;
  /** 0 to below 1. */
  readonly random: () => number;
  /** Hexadecimal digits that no other Event's name has. */
  readonly suffix: () => string;
}

/** Where client-go has a number, it is client-go's. */
export const eventDefaults: EventOptions = {
  windowMs: 6 * 60_000,
  gatherMs: 5 * 60_000,
  burst: 25,
  qps: 1 / 300,
  mostRemembered: 4096,
  longestQueue: 1000,
  mostAttempts: 5,
  baseMs: 500,
  capMs: 10_000,
  sweepMs: 60_000,
  observer: {},
  time: machineTime,
  random: Math.random,
  suffix: () => randomBytes(8).toString('hex'),
};

import { hashOf } from './node-hash.ts';

/** The share of the write budget that heartbeats may fill: the rest is for what changes. */
const SHARE = 0.8;

/** How often every node is written at least, on a cluster of this size. */
export interface Heartbeat {
  readonly everyMs: number;
  /** It is longer than was asked for, because the budget does not allow for as many writes. */
  readonly stretched: boolean;
}

export function heartbeatOf(nodes: number, { heartbeatMs, writesPerSecond }: HeartbeatOptions): Heartbeat {
  const neededMs = Math.ceil((nodes / (writesPerSecond * SHARE)) * 1000);
  return { everyMs: Math.max(heartbeatMs, neededMs), stretched: neededMs > heartbeatMs };
}

interface HeartbeatOptions {
  readonly heartbeatMs: number;
  readonly writesPerSecond: number;
}

/**
 * When a node's next heartbeat is due. Each node has its own place in the interval, given by its uid, so that nodes
 * written all at once do not come due all at once; never later than one interval after the last write.
 */
export function heartbeatDue(uid: string, writtenAt: number, everyMs: number): number {
  const phase = hashOf(uid) % everyMs;
  const past = (((writtenAt - phase) % everyMs) + everyMs) % everyMs;
  return writtenAt + everyMs - past;
}

import type { Fault } from '#base/fault.ts';
import type { Regarding } from './event-draft.ts';
import type { KubeEvent } from './kube-event.ts';

/**
 * Why something is not told to the API server:
 *   rate          its object has had too many new Events
 *   queue-full    too many wait to be written, and it has waited longest
 *   refused       the API server does not take it: forbidden, invalid, no such namespace
 *   gave-up       the API server could not be reached, or was too busy, for all attempts
 *   out-of-time   the writer was flushed, and had no time left
 *   malformed     it is no Event at all: a time that is none, say
 */
export type DropReason = 'rate' | 'queue-full' | 'refused' | 'gave-up' | 'out-of-time' | 'malformed';

export interface Dropped {
  readonly why: DropReason;
  readonly regarding: Regarding;
  readonly reason: string;
  /** How many happenings are lost with it. */
  readonly times: number;
  readonly fault?: unknown;
}

/** What becomes of Events, each outcome once; every callback is optional, none may throw. */
export interface EventObserver {
  /** The API server has it: `counted` where an Event it had already was brought up to date. */
  readonly written?: (how: 'created' | 'counted', event: KubeEvent, count: number) => void;
  readonly dropped?: (dropped: Dropped) => void;
  /** A write did not succeed and is tried again. */
  readonly repeated?: (fault: Fault, event: KubeEvent, afterMs: number) => void;
}

import type { Fault } from '#base/fault.ts';
import type { Asked } from './asked.ts';
import type { Priority } from './transport.ts';

/** How one attempt ended: a status, or the fault of an exchange that brought none. */
export interface Answered {
  readonly asked: Asked;
  readonly status: number | undefined;
  readonly code: string | undefined;
  /** From sending to the end of the answer; for a stream, to its headers. */
  readonly tookMs: number;
  /** Begins with 1. */
  readonly attempt: number;
}

/** What is worth telling about requests; each callback is optional, none may throw. */
export interface TransportObserver {
  /** Once a request, however often it is repeated. */
  readonly asked?: (asked: Asked) => void;
  /** Once an attempt. */
  readonly answered?: (answered: Answered) => void;
  /**
   * Headers came: the server began this answer in the second from `writtenAt` on (milliseconds since the Unix epoch), and
   * was asked so long before now.
   */
  readonly dated?: (writtenAt: number, askedBeforeMs: number) => void;
  /** The attempt before ended with `why`; the next follows after `afterMs`. Its last fault is the caller's to hear. */
  readonly repeated?: (asked: Asked, why: Fault, afterMs: number) => void;
  /** A request had to wait for its turn. */
  readonly queued?: (priority: Priority, waitedMs: number) => void;
  /** `open`: how many there are now. */
  readonly connectionOpened?: (open: number) => void;
  readonly connectionClosed?: (open: number) => void;
  /** Credentials were refused and are read or made afresh. */
  readonly credentialsRefreshed?: () => void;
}

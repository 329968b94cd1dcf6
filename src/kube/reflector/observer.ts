import type { Fault } from '#base/fault.ts';

/** Why everything is listed (again). */
export type ListReason = 'start' | 'expired' | 'stuck';

/** Why a watch ended: the server closed it as it may, nothing was heard for too long, or a fault. */
export type WatchEnd = 'closed' | 'silent' | Fault;

/** What is worth telling about one reflector; each callback is optional, none may throw. `kind` is the plural. */
export interface ReflectorObserver {
  readonly listing?: (kind: string, why: ListReason) => void;
  /** Everything that exists has been told. */
  readonly synced?: (kind: string, told: { readonly objects: number; readonly tookMs: number }) => void;
  readonly watchOpened?: (kind: string) => void;
  /** Once for each that was opened. Where a fault ended it, `faulted` says when it is tried again. */
  readonly watchEnded?: (kind: string, why: WatchEnd, livedMs: number) => void;
  /** The list or the watch could not be had, or not kept; it is tried again after `againAfterMs`. */
  readonly faulted?: (kind: string, fault: Fault, againAfterMs: number) => void;
  /** The server does not stream its lists: they come in pages from now on. */
  readonly fellBackToPages?: (kind: string, why: string) => void;
  /** The sink threw; the reflector goes on. */
  readonly sinkFailed?: (kind: string, cause: unknown) => void;
}

import type { Ending } from './term.ts';

/** How matters stand, as far as one contender knows. */
export type Standing =
  | { readonly kind: 'leading' }
  | { readonly kind: 'following'; readonly leader: string }
  /** Nobody holds the lease. */
  | { readonly kind: 'none' }
  /** Nothing was heard for as long as a lease lasts, or not yet; or the contest is over. */
  | { readonly kind: 'unknown' };

/** What is worth telling about a lease; each callback is optional, none may throw. */
export interface LeaseObserver {
  readonly stands?: (now: Standing, before: Standing) => void;
  /** The lease was renewed by a request that took so long; `leftMs` before it would have been too late. */
  readonly renewed?: (tookMs: number, leftMs: number) => void;
  /** A look at the lease or a write to it did not succeed; it is tried again. */
  readonly attemptFailed?: (fault: unknown) => void;
  /** Leading is over. The work may still be winding up: see `workEnded`. */
  readonly ended?: (ending: Ending) => void;
  /** The work has come to its end after leading was over, or ended it. */
  readonly workEnded?: () => void;
  /** The work threw something other than that it was aborted. */
  readonly workThrew?: (error: unknown) => void;
}

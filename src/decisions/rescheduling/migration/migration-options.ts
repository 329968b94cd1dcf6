/** How a move is gone about, once it is wanted. */
export interface MigrationOptions {
  /** So often may something break before the move is given up. */
  readonly maxRetry: number;
  /** The first wait after something broke, and after a budget held the pod back; each next one is twice as long. */
  readonly retryAfterMs: number;
  readonly longestRetryMs: number;
  /** How long a rehearsal is good for. */
  readonly rehearsedForMs: number;
  /** A clone must be ready by then, from when it was first tried. */
  readonly readyWithinMs: number;
  /** How long a workload may take to retire a pod after it adopted the clone. */
  readonly retiredWithinMs: number;
  /** Past its own grace period, how long a pod may stay on its way out. */
  readonly stuckAfterMs: number;
  /** How long a replacement may take to appear, and to get a node. */
  readonly landedWithinMs: number;
  /** From landing to measuring: load must have come to rest, and been sampled. */
  readonly settleMs: number;
  /** How long a measurement is waited for after that. */
  readonly measuredWithinMs: number;
  /** How long a move does not end for its replacement's mark, which could not be made: nobody would make it after that. */
  readonly markedWithinMs: number;
  /** A load this far above what was predicted is still as predicted. */
  readonly tolerance: number;
}

export const migrationDefaults: MigrationOptions = {
  maxRetry: 3,
  retryAfterMs: 10_000,
  longestRetryMs: 120_000,
  rehearsedForMs: 15_000,
  readyWithinMs: 600_000,
  retiredWithinMs: 60_000,
  stuckAfterMs: 300_000,
  landedWithinMs: 300_000,
  settleMs: 300_000,
  measuredWithinMs: 300_000,
  markedWithinMs: 3_600_000,
  tolerance: 0.05,
};

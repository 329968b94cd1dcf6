import type { Cause } from '#load/annotations/annotation-change.ts';

/** How a reading of the whole cluster went: all of it, some of it, or none. */
export type PassOutcome = 'whole' | 'degraded' | 'blind';

/** What is worth counting of the collector's work; none may throw. */
export interface CollectObserver {
  passed(outcome: PassOutcome, tookMs: number): void;
  sourceFailed(source: string, code: string): void;
  /** Samples that were refused, of one signal in one pass. */
  refused(signal: string, why: string, samples: number): void;
  /** `outcome`: `written`, `gone`, `refused`, or the code of a fault. */
  marked(because: Cause, outcome: string): void;
  /** What the last plan could not fit in, and how often every node is written at least. */
  planned(deferred: number, heartbeatMs: number): void;
}

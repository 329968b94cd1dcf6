import type { Outcome, PodKey } from '#decisions/rescheduling/migration/verb.ts';

/** Asks for a pod's eviction, which its disruption budgets may refuse. A refusal is an outcome; only aborts reject. */
export interface Evictor {
  /** Whether the eviction would pass now; nothing is changed, no budget spent. */
  rehearse(pod: PodKey, abort?: AbortSignal): Promise<Outcome>;
  /** Has it evicted, if it is that very pod and not on its way out already. */
  evict(pod: PodKey, abort?: AbortSignal): Promise<Outcome>;
}

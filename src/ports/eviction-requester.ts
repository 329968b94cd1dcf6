import type { Outcome, PodKey } from '#decisions/rescheduling/migration/verb.ts';

/** Asks whoever answers EvictionRequests to see to it that a pod leaves, when it suits the pod. */
export interface EvictionRequester {
  /** Whether the API server knows such requests at all. */
  isServed(): Promise<boolean>;
  request(pod: PodKey, abort?: AbortSignal): Promise<Outcome>;
  /** The pod may stay. */
  withdraw(pod: PodKey, abort?: AbortSignal): Promise<Outcome>;
}

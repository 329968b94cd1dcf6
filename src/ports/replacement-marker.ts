import type { Marks, Outcome, PodKey } from '#decisions/rescheduling/migration/verb.ts';

/** Writes on a replacement where it comes from. */
export interface ReplacementMarker {
  mark(pod: PodKey, marks: Marks, abort?: AbortSignal): Promise<Outcome>;
}

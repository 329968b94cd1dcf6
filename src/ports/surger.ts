import type { CloneKey, Outcome, PodKey } from '#decisions/rescheduling/migration/verb.ts';

/** The steps of starting a pod anew before the old one goes. Each may be done twice. Only aborts reject. */
export interface Surger {
  /** Creates a pod like `of`, nobody's yet, that may run on these nodes alone. */
  createClone(clone: CloneKey, of: PodKey, nodes: readonly string[], abort?: AbortSignal): Promise<Outcome>;
  /** Makes the pod the first to go, for this migration. */
  lowerDeletionCost(pod: PodKey, migration: string, abort?: AbortSignal): Promise<Outcome>;
  /** Hands the clone to the workload of `of`, if now `of` would go for it. */
  adoptClone(clone: CloneKey, of: PodKey, abort?: AbortSignal): Promise<Outcome>;
  /** Deletes the clone, unless it is somebody's by now. */
  removeClone(clone: CloneKey, abort?: AbortSignal): Promise<Outcome>;
  /** Puts back the deletion cost that was; empty where there was none. */
  restoreDeletionCost(pod: PodKey, was: string, abort?: AbortSignal): Promise<Outcome>;
  /** Removes what crashes left behind: of migrations that are not among these. */
  sweep(unfinished: ReadonlySet<string>, abort?: AbortSignal): Promise<Swept>;
}

/** What was found lying about, as NAMESPACE/NAME. */
export interface Swept {
  readonly clonesRemoved: readonly string[];
  readonly costsRestored: readonly string[];
  /** Pods of workloads that were clones once, and still said so. */
  readonly marksTaken: readonly string[];
  /** What could not be put in order, and why: the next sweep finds it again. */
  readonly left: readonly { readonly pod: string; readonly message: string }[];
}

/** Which pod is meant; never only by name. */
export interface PodKey {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** Whose pod a clone is, and how it is called: the same for every try, so that there is never a second. */
export interface CloneKey {
  readonly namespace: string;
  readonly name: string;
  /** uid of the migration, which the clone is marked with. */
  readonly migration: string;
}

/** What the replacement tells of where it comes from. */
export interface Marks {
  readonly originalNode: string;
  readonly attempt: number;
}

/** One small thing to be done. Each may be done twice: the second time changes nothing. */
export type Verb =
  /** Would the eviction pass now? Nothing is changed by asking. */
  | { readonly kind: 'rehearse'; readonly pod: PodKey }
  | { readonly kind: 'evict'; readonly pod: PodKey }
  | { readonly kind: 'request'; readonly pod: PodKey }
  | { readonly kind: 'withdrawRequest'; readonly pod: PodKey }
  | { readonly kind: 'createClone'; readonly clone: CloneKey; readonly of: PodKey; readonly nodes: readonly string[] }
  | { readonly kind: 'lowerDeletionCost'; readonly pod: PodKey; readonly migration: string }
  | { readonly kind: 'adoptClone'; readonly clone: CloneKey; readonly of: PodKey }
  | { readonly kind: 'removeClone'; readonly clone: CloneKey }
  | { readonly kind: 'restoreDeletionCost'; readonly pod: PodKey; readonly was: string }
  | { readonly kind: 'mark'; readonly pod: PodKey; readonly marks: Marks };

/** What came of it. */
export type Outcome =
  | { readonly kind: 'done' }
  /** What it was about is not there any more, or not as it was: look again. */
  | { readonly kind: 'moot'; readonly why: 'gone' | 'leaving' | 'adopted' }
  /** Not now: a disruption budget, or too many requests. */
  | { readonly kind: 'held'; readonly message: string; readonly retryAfterMs?: number | undefined }
  /** It never gets better by waiting. */
  | { readonly kind: 'refused'; readonly reason: string; readonly message: string }
  /** Something broke, and may not the next time. */
  | { readonly kind: 'failed'; readonly message: string };

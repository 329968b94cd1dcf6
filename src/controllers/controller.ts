/** How one pass went, and when the next begins, counted from the beginning of this one. */
export interface Reconciled {
  readonly againInMs: number;
  /** In a word or two, for `/statusz`. */
  readonly outcome: string;
}

/** The body of a loop: look, decide, act, tell. */
export interface Controller {
  readonly name: string;
  /** One pass. Rejects on a fault, and when aborted; whatever a source or a cluster refuses is part of the pass. */
  reconcile(signal: AbortSignal): Promise<Reconciled>;
}

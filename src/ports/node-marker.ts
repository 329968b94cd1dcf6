/** What is to stand on one node, of ours. */
export interface NodeMarks {
  /** Which node: another that has been given its name is left alone. */
  readonly node: { readonly name: string; readonly uid: string };
  /** Everything of ours that stands there afterwards; what else of ours stood there goes. */
  readonly set: Readonly<Record<string, string>>;
}

/** What came of it. `gone`: no node of this name has this uid. */
export type MarkOutcome =
  | { readonly kind: 'written' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Writes our annotations on nodes, one node at a time, and touches nobody else's. Twice is the same as once. Faults are
 * thrown; then, and when aborted, it may have been written all the same.
 */
export interface NodeMarker {
  mark(marks: NodeMarks, signal: AbortSignal): Promise<MarkOutcome>;
}

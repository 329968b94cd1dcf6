/** kube-scheduler's words for how a refusal is meant; only `Unschedulable` may be helped by preemption. */
export type RefusalCode = 'Unschedulable' | 'UnschedulableAndUnresolvable' | 'Error';

/** Who refused, how, and in which words: one reason or, where a plugin gives several, all of them in its order. */
export interface Refusal {
  /** Empty for a node outside the nodes that plugins named beforehand. */
  readonly plugin: string;
  readonly code: RefusalCode;
  readonly reasons: readonly string[];
}

/** What one node says to one pod. */
export type Verdict =
  | { readonly kind: 'fits' }
  | ({ readonly kind: 'rejected' } & Refusal)
  /** Something we do not model decides it; never to be read as a yes. */
  | { readonly kind: 'unknown'; readonly why: string };

export const FITS: Verdict = { kind: 'fits' };

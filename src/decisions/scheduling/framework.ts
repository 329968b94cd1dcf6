import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import type { Pen } from './verdict-book.ts';

/** Some rows of the node columns: the first `count` of `list`. */
export interface Rows {
  readonly list: Int32Array;
  readonly count: number;
}

/** Writes what each of these nodes says, by row: OK, or a number of the pen's. `all-fit` spares looking which of them fit. */
export type JudgeRows = (rows: Rows, verdicts: Int32Array) => 'all-fit' | undefined;

export type FilterStep =
  /** Nothing to say to this pod, on whatever node. */
  | { readonly kind: 'skip' }
  /** No node can take it: a number of the pen's. */
  | { readonly kind: 'refuse'; readonly verdict: number }
  | JudgeStep;

export interface JudgeStep {
  readonly kind: 'judge';
  readonly judge: JudgeRows;
  /** The sole nodes that can take the pod at all, where that is known beforehand. */
  readonly only?: ReadonlySet<string>;
  /** What a node says beside pods nominated to it, where that is not what it would say if they ran there. */
  readonly beside?: (rivals: readonly PlacedPod[], row: number) => number;
}

/** Writes what each of these nodes is worth, by row, before normalising. */
export type ScoreRows = (rows: Rows, raw: Int32Array) => void;

/** Turns raw scores of all nodes that fit into 0 to 100. */
export type Normalise = (rows: Rows, raw: Int32Array, normalised: Int32Array) => void;

export type ScoreStep =
  | { readonly kind: 'skip' }
  /** Every node gets the same. */
  | { readonly kind: 'alike'; readonly raw: number; readonly normalise?: Normalise }
  /** Scoring breaks, and with it the attempt to place the pod. */
  | { readonly kind: 'fail'; readonly why: string }
  /** Without `normalise`, a raw score is 0 to 100 already. */
  | { readonly kind: 'score'; readonly score: ScoreRows; readonly normalise?: Normalise };

export const SKIP: { readonly kind: 'skip' } = { kind: 'skip' };

/*
 * How far a plugin looks for what it says of one node decides how often it is asked:
 *
 *   reach 'node'     at that node alone; asked again of nodes that changed
 *   reach 'cluster'  at pods and objects anywhere; asked anew of every node for every decision
 *
 * Either way `prepare` runs once for pods that are alike, until labels, taints, images or nodes themselves change. It does what is
 * common to all nodes; the step owns the loop over them. Steps keep columns, never views.
 */

export interface NodeFilter {
  readonly name: string;
  readonly reach: 'node';
  prepare(pod: ComingPod, view: ClusterView, pen: Pen): FilterStep;
}

export interface ClusterFilter {
  readonly name: string;
  readonly reach: 'cluster';
  /** What it gives back runs before every decision. Undefined: never a word to such pods. */
  prepare(pod: ComingPod, view: ClusterView, pen: Pen): ((pod: ComingPod, view: ClusterView) => FilterStep) | undefined;
}

export type FilterPlugin = NodeFilter | ClusterFilter;

export interface NodeScore {
  readonly name: string;
  readonly reach: 'node';
  prepare(pod: ComingPod, view: ClusterView): ScoreStep;
}

export interface ClusterScore {
  readonly name: string;
  readonly reach: 'cluster';
  /** What it gives back runs before every decision, and is told which nodes fit. Undefined: never a word to such pods. */
  prepare(
    pod: ComingPod,
    view: ClusterView,
  ): ((pod: ComingPod, view: ClusterView, feasible: Rows) => ScoreStep) | undefined;
}

export type ScorePlugin = NodeScore | ClusterScore;

import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import type { ItemisedScore } from '#decisions/scheduling/place-pod.ts';
import type { Verdict } from '#decisions/scheduling/verdict.ts';
import type { Evidence } from '#views/evidence/evidence.ts';
import { evidenceOf } from '#views/evidence/evidence-of.ts';

/** What one node says to a pod: who refused first, in which words, and the numbers behind them. */
export interface NodeAnswer {
  readonly node: string;
  readonly verdict: Verdict['kind'];
  /** Who refused; null where nobody did, or no plugin in particular. */
  readonly plugin: string | null;
  /** As kube-scheduler words them; or why nobody knows. */
  readonly reasons: readonly string[];
  readonly evidence: readonly Evidence[];
  /** Weighted scores, summed; null where the node was not scored. */
  readonly total: number | null;
  readonly scores: readonly ItemisedScore[];
  /** Of a pod that runs: what holds only while it ends, or only once it is gone. */
  readonly meanwhile?: Verdict['kind'];
  readonly afterwards?: Verdict['kind'];
  /** Where the pod runs now. */
  readonly here?: true;
}

export interface Answered {
  readonly nodeName: string;
  readonly verdict: Verdict;
  readonly scores: readonly ItemisedScore[];
}

/** Folds a verdict, while the view is as it was when the node gave it. */
export function nodeAnswer(
  { nodeName: node, verdict, scores }: Answered,
  pod: ComingPod,
  view: ClusterView,
): NodeAnswer {
  const row = view.nodes.rowOf(node);
  return {
    node,
    verdict: verdict.kind,
    plugin: verdict.kind === 'rejected' && verdict.plugin !== '' ? verdict.plugin : null,
    reasons: wordsOf(verdict),
    evidence: row === undefined ? [] : evidenceOf({ view, pod, row }, verdict),
    total: scores.length === 0 ? null : scores.reduce((sum, { score, weight }) => sum + score * weight, 0),
    scores,
  };
}

/** What a verdict says in words. */
export function wordsOf(verdict: Verdict): readonly string[] {
  switch (verdict.kind) {
    case 'fits':
      return [];
    case 'rejected':
      return verdict.reasons;
    case 'unknown':
      return [verdict.why];
  }
}

/** Those that fit first, the best of them before the others; in their own order otherwise. */
export function bestFirst(answers: readonly NodeAnswer[]): readonly NodeAnswer[] {
  const rank = { fits: 0, unknown: 1, rejected: 2 };
  return answers.toSorted(
    (one, other) => rank[one.verdict] - rank[other.verdict] || (other.total ?? 0) - (one.total ?? 0),
  );
}

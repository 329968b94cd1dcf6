import type { Pod } from '#api/kubernetes/pod.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import { errorIn, judgeRows, scoreRows } from './judge-rows.ts';
import { itemise, type ItemisedScore } from './place-pod.ts';
import type { Profile } from './profile.ts';
import type { Verdict } from './verdict.ts';

/** What one node says, and what it would be worth. */
export interface NodeJudgement {
  readonly nodeName: string;
  readonly verdict: Verdict;
  /** Empty where the node does not fit, or is the only one that does. */
  readonly scores: readonly ItemisedScore[];
}

export interface WholeJudgement {
  /** Set where the pod is refused whatever the node; `nodes` is then empty. */
  readonly refused: Verdict | undefined;
  /** Why scoring breaks, where it does: there are no scores then. */
  readonly broken: string | undefined;
  /** In the order kube-scheduler walks them. */
  readonly nodes: readonly NodeJudgement[];
}

/** What every node says to this pod: for who wants to know why, not only where. */
export function judgeAll(view: ClusterView, pod: Pod, profile: Profile): WholeJudgement {
  const judged = judgeRows(view, pod, profile);
  const { refused, verdicts, feasible, sheets } = judged;
  if (refused !== undefined) return { refused: sheets.book.read(refused), nodes: [], broken: undefined };
  const isScored = feasible.count > 1 && errorIn(judged) === undefined;
  const scoring = isScored ? scoreRows(judged, view, profile) : { columns: [] };
  const columns = 'broken' in scoring ? [] : scoring.columns;
  const nodes = view.rowsInOrder().map((row): NodeJudgement => {
    const verdict = sheets.book.read(verdicts[row]!);
    return { nodeName: view.nodes.nameOf(row), verdict, scores: verdict.kind === 'fits' ? itemise(columns, row) : [] };
  });
  return { refused: undefined, nodes, broken: 'broken' in scoring ? scoring.broken : undefined };
}

import type { Pod } from '#api/kubernetes/pod.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import { errorIn, judgeRows, scoreRows } from './judge-rows.ts';
import type { Judgement } from './judgement.ts';
import { histogramOf, type Histogram, refusedMessage, unplaceableMessage } from './message.ts';
import type { Profile } from './profile.ts';
import { bestOf, type ScoreColumn } from './score-nodes.ts';
import type { Verdict } from './verdict.ts';
import type { VerdictBook } from './verdict-book.ts';

/** One plugin's say on one node. */
export interface ItemisedScore {
  readonly plugin: string;
  readonly raw: number;
  /** 0 to 100. */
  readonly score: number;
  readonly weight: number;
}

export type Placement =
  | {
      readonly kind: 'placed';
      readonly nodeName: string;
      /** Empty where the node was the only one that fits: nothing is scored then. */
      readonly scores: readonly ItemisedScore[];
      readonly total: number;
      /** How many nodes fit. */
      readonly feasible: number;
    }
  /** In kube-scheduler's own words. */
  | { readonly kind: 'unplaceable'; readonly message: string; readonly histogram: Histogram }
  /** kube-scheduler would stumble: over something it cannot read, or in scoring. */
  | { readonly kind: 'broken'; readonly why: string }
  /** No node fits for sure, and of some nobody here can say. */
  | { readonly kind: 'unknown'; readonly why: string };

/** Where this pod should go: the best of all nodes it fits on. The same view, pod, profile and seed give the same node. */
export function placePod(view: ClusterView, pod: Pod, profile: Profile, seed = 0): Placement {
  const judged = judgeRows(view, pod, profile);
  const { feasible, coming } = judged;
  const error = errorIn(judged);
  if (error !== undefined) return { kind: 'broken', why: error };
  if (feasible.count === 0) return nowhere(judged, judged.sheets.book, view);
  const nominated = nominatedRow(pod, judged, view);
  const sole = nominated ?? (feasible.count === 1 ? feasible.list[0]! : undefined);
  if (sole !== undefined) return placedUnscored(sole, feasible.count, view);
  const scoring = scoreRows(judged, view, profile);
  if ('broken' in scoring) return { kind: 'broken', why: scoring.broken };
  const { columns, totals } = scoring;
  const row = bestOf(feasible, totals, coming, view, seed);
  const scores = itemise(columns, row);
  const total = scores.reduce((sum, { score, weight }) => sum + score * weight, 0);
  return { kind: 'placed', nodeName: view.nodes.nameOf(row), scores, total, feasible: feasible.count };
}

const placedUnscored = (row: number, feasible: number, view: ClusterView): Placement => ({
  kind: 'placed',
  nodeName: view.nodes.nameOf(row),
  scores: [],
  total: 0,
  feasible,
});

/** A node that was promised to the pod comes before all others, if the pod fits there. */
function nominatedRow({ status }: Pod, { feasible }: Judgement, view: ClusterView): number | undefined {
  const name = status?.nominatedNodeName ?? '';
  const row = name === '' ? undefined : view.nodes.rowOf(name);
  return row !== undefined && feasible.list.subarray(0, feasible.count).includes(row) ? row : undefined;
}

/** A row's share of every plugin that had something to say. */
export function itemise(columns: readonly ScoreColumn[], row: number): ItemisedScore[] {
  return columns.map(({ plugin, weight, rawOf, scoreOf }) => ({
    plugin,
    weight,
    raw: rawOf(row),
    score: scoreOf(row),
  }));
}

function nowhere({ refused, verdicts }: Judgement, book: VerdictBook, view: ClusterView): Placement {
  const { nodes } = view;
  if (refused !== undefined) {
    const verdict = book.read(refused);
    if (verdict.kind === 'unknown') return verdict;
    const reasons = verdict.kind === 'rejected' ? verdict.reasons : [];
    if (verdict.kind === 'rejected' && verdict.code === 'Error') return { kind: 'broken', why: reasons.join(', ') };
    const histogram = new Map(reasons.map((reason) => [reason, nodes.size]));
    return { kind: 'unplaceable', message: refusedMessage(nodes.size, reasons), histogram };
  }
  const said = Array.from(nodes.all(), (row): Verdict => book.read(verdicts[row]!));
  const unknown = said.find((verdict) => verdict.kind === 'unknown');
  if (unknown !== undefined) return unknown;
  const histogram = histogramOf(said);
  return { kind: 'unplaceable', message: unplaceableMessage(nodes.size, histogram), histogram };
}

import type { Pod } from '#api/kubernetes/pod.ts';
import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import type { ClassSheet } from './class-sheet.ts';
import { type ClassSheets, sheetsOf } from './class-sheets.ts';
import { type Judgement, judgeNodes } from './judgement.ts';
import type { Profile } from './profile.ts';
import { type Scoring, scoreNodes } from './score-nodes.ts';

/** What all nodes say to one pod, in numbers of `sheets.book`; good until the next decision. */
export interface JudgedRows extends Judgement {
  readonly coming: ComingPod;
  readonly sheet: ClassSheet;
  readonly sheets: ClassSheets;
}

/** Asks all filters about all nodes. */
export function judgeRows(view: ClusterView, pod: Pod, profile: Profile): JudgedRows {
  const sheets = sheetsOf(profile, view);
  const coming = view.coming(pod);
  const sheet = sheets.of(coming, view);
  return { ...judgeNodes(sheet, sheets.book, sheets.scratch, coming, view), coming, sheet, sheets };
}

/** Scores the nodes that fit. */
export function scoreRows({ sheet, sheets, coming, feasible }: JudgedRows, view: ClusterView, by: Profile): Scoring {
  return scoreNodes(sheet, by, sheets.scratch, coming, view, feasible);
}

/** Why kube-scheduler would give the whole attempt up over what a node says, where it would. */
export function errorIn({ sheet, sheets, refused, verdicts }: JudgedRows): string | undefined {
  return refused === undefined ? sheets.book.errorAmong(sheet.candidates, verdicts) : undefined;
}

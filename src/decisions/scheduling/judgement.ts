import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import type { ClassSheet } from './class-sheet.ts';
import type { JudgeStep, Rows } from './framework.ts';
import { OK, type VerdictBook } from './verdict-book.ts';

interface Begun {
  readonly order: number;
  readonly step: JudgeStep;
}

/** What all nodes say to one pod. Good until the next decision: the columns are used again. */
export interface Judgement {
  /** Set where the pod is refused whatever the node. */
  readonly refused: number | undefined;
  /** By row. */
  readonly verdicts: Int32Array;
  readonly feasible: Rows;
}

/** Columns that one decision after another writes over. */
export class Scratch {
  verdicts: Int32Array = new Int32Array(0);
  opinions: Int32Array = new Int32Array(0);
  feasible: Int32Array = new Int32Array(0);
  asked: Int32Array = new Int32Array(0);
  totals: Int32Array = new Int32Array(0);

  reach(capacity: number): void {
    if (this.verdicts.length === capacity) return;
    this.verdicts = new Int32Array(capacity);
    this.opinions = new Int32Array(capacity);
    this.feasible = new Int32Array(capacity);
    this.asked = new Int32Array(capacity);
    this.totals = new Int32Array(capacity);
  }
}

/** Asks all filters about all nodes: what is known of the pod's class first, then who looks across the cluster, then nominated pods. */
export function judgeNodes(
  sheet: ClassSheet,
  book: VerdictBook,
  scratch: Scratch,
  pod: ComingPod,
  view: ClusterView,
): Judgement {
  // without any node, nobody is asked anything
  if (view.nodes.size === 0) return { refused: undefined, verdicts: sheet.verdicts, feasible: sheet.feasible };
  let { refused } = sheet;
  const begun: Begun[] = [];
  for (const { order, begin } of sheet.clusterFilters) {
    const step = begin(pod, view);
    if (step.kind === 'refuse' && order < refused.order) refused = { order, verdict: step.verdict };
    else if (step.kind === 'judge') begun.push({ order, step });
  }
  if (refused.verdict !== OK)
    return { refused: refused.verdict, verdicts: sheet.verdicts, feasible: { list: scratch.feasible, count: 0 } };
  const rivals = view.hasNominated ? rivalsOf(pod, view) : [];
  if (begun.length === 0 && rivals.length === 0)
    return { refused: undefined, verdicts: sheet.verdicts, feasible: sheet.feasible };
  return askOn(sheet, book, scratch, view, begun, rivals, pod);
}

function askOn(
  sheet: ClassSheet,
  book: VerdictBook,
  scratch: Scratch,
  view: ClusterView,
  begun: readonly Begun[],
  rivals: readonly Rivals[],
  pod: ComingPod,
): Judgement {
  const { verdicts, opinions, asked } = scratch;
  const rows = sheet.candidates;
  verdicts.set(sheet.verdicts);
  for (const { order, step } of begun) {
    let count = 0;
    for (const row of rows) if (verdicts[row] === OK || book.orderOf(verdicts[row]!) > order) asked[count++] = row;
    step.judge({ list: asked, count }, opinions);
    for (let at = 0; at < count; at++) verdicts[asked[at]!] = book.first(verdicts[asked[at]!]!, opinions[asked[at]!]!);
  }
  for (const { row, pods } of rivals) {
    const crowded = verdictBeside(pods, row, sheet, book, scratch, view, begun, pod);
    if (crowded !== OK) verdicts[row] = crowded;
  }
  let count = 0;
  for (const row of rows) if (verdicts[row] === OK) scratch.feasible[count++] = row;
  return { refused: undefined, verdicts, feasible: { list: scratch.feasible, count } };
}

interface Rivals {
  readonly row: number;
  readonly pods: readonly PlacedPod[];
}

/** Pods that wait for room on a node and matter no less than this one: it must fit beside them, and without them too. */
function rivalsOf(pod: ComingPod, view: ClusterView): Rivals[] {
  const { uid } = pod.pod.metadata;
  return [...view.nominated()].flatMap(([name, nominated]) => {
    const row = view.nodes.rowOf(name);
    const pods = [...nominated].filter(
      (other) =>
        other.uid !== uid && other.priority >= pod.priority && (view.dialect.heedsGatedNominations || !other.gated),
    );
    return row === undefined || pods.length === 0 ? [] : [{ row, pods }];
  });
}

/** What a node says if its nominated pods were there already. Who skipped the pod before does not hear of them. */
function verdictBeside(
  rivals: readonly PlacedPod[],
  row: number,
  sheet: ClassSheet,
  book: VerdictBook,
  { opinions }: Scratch,
  view: ClusterView,
  begun: readonly Begun[],
  pod: ComingPod,
): number {
  if (!sheet.isCandidate(row)) return OK;
  return view.suppose((whatIf) => {
    for (const rival of rivals) whatIf.add({ ...rival }, row);
    let verdict = sheet.judgeOnce(row, opinions);
    for (const { order, begin } of sheet.clusterFilters) {
      const before = begun.find((one) => one.order === order);
      if (before === undefined) continue;
      if (before.step.beside !== undefined) {
        verdict = book.first(verdict, before.step.beside(rivals, row));
        continue;
      }
      const step = begin(pod, view);
      if (step.kind !== 'judge') continue;
      step.judge({ list: Int32Array.of(row), count: 1 }, opinions);
      verdict = book.first(verdict, opinions[row]!);
    }
    return verdict;
  });
}

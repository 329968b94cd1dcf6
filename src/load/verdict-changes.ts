import type { LoadView, NodeRow } from '#load/load-view.ts';
import type { NodeIdentity } from '#load/node-roster.ts';
import type { Verdict } from '#load/verdict.ts';

/** A node whose verdict is another than it was; `row` is its place in the later view. */
export interface VerdictChange {
  readonly node: NodeIdentity;
  readonly row: NodeRow;
  readonly from: Verdict;
  readonly to: Verdict;
}

/** What changed between two views; a node that was not there before came from `unknown`. */
export function verdictChanges(before: LoadView, after: LoadView): readonly VerdictChange[] {
  return after.rows.flatMap((row) => {
    const node = after.node(row);
    const earlier = before.rowOf(node.uid);
    const from = earlier === undefined ? 'unknown' : before.verdict(earlier);
    const to = after.verdict(row);
    return from === to ? [] : [{ node, row, from, to }];
  });
}

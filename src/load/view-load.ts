import { oncePer } from '#base/once-per.ts';
import { cellReader } from '#load/cell-reader.ts';
import { explainCell, nodeStanding, oldestUsed, pressureOf, verdictOf } from '#load/judge-node.ts';
import type { LoadState } from '#load/load-state.ts';
import type { LoadView } from '#load/load-view.ts';
import type { NodeIdentity, NodeRoster } from '#load/node-roster.ts';
import type { UnknownReason } from '#load/unknown-reason.ts';
import type { Coverage } from '#load/verdict.ts';

/** A state as it looks at `now`. Costs next to nothing until it is asked. */
export function viewLoad(state: LoadState, now: number): LoadView {
  const { signals, roster } = state;
  const cells = cellReader(state, now);
  const rows = rowsOf(roster);
  let covered: Coverage | undefined;
  const first = (row: number): number => row * signals.length;
  const last = (row: number): number => first(row) + signals.length - 1;
  return Object.freeze({
    now,
    signals,
    rows,
    rowOf: (uid) => roster.byUid.get(uid),
    rowNamed: (name) => roster.byName.get(name),
    node,
    reading: (row, signal) => cells.reading(first(row) + signal),
    value: (row, signal) => cells.value(first(row) + signal),
    sustained: (row, signal) => cells.sustained(first(row) + signal),
    signalVerdict: (row, signal) => verdictOf(cells.standing(first(row) + signal)),
    verdict: (row) => verdictOf(nodeStanding(cells, first(row), last(row))),
    explain: (row) => ({
      verdict: verdictOf(nodeStanding(cells, first(row), last(row))),
      because: signals.map((_, signal) => explainCell(state, cells, first(row) + signal)),
    }),
    pressure: (row) => pressureOf(state, cells, first(row)),
    oldestUsed: (row) => oldestUsed(cells, first(row), last(row)),
    coverage: () => (covered ??= coverage()),
    unknowns,
    pod: (pod) => state.pods(pod, now),
  } satisfies LoadView);

  function node(row: number): NodeIdentity {
    const found = roster.nodes[row];
    if (found === undefined) throw new RangeError(`reading row ${row}: no node has it in this view`);
    return found;
  }

  function coverage(): Coverage {
    const isSeen = (row: number): boolean =>
      signals.every(({ essential }, signal) => !essential || cells.isFresh(first(row) + signal));
    let [ready, seen] = [0, 0];
    for (const row of rows) {
      if (!node(row).ready) continue;
      ready += 1;
      if (isSeen(row)) seen += 1;
    }
    return { ready, seen, share: ready === 0 ? 0 : seen / ready };
  }

  function unknowns(signal: number): Partial<Record<UnknownReason, number>> {
    const counts: Partial<Record<UnknownReason, number>> = {};
    for (const row of rows) {
      const cell = first(row) + signal;
      if (cells.isFresh(cell)) continue;
      const why = cells.whyUnknown(cell);
      counts[why] = (counts[why] ?? 0) + 1;
    }
    return counts;
  }
}

/** Of a roster that is lent, and so does not change any more. */
const rowsOf = oncePer(({ nodes }: NodeRoster) => nodes.flatMap((node, row) => (node === undefined ? [] : [row])));

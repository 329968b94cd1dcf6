import { cellReader } from '#load/cell-reader.ts';
import { explainCell, nodeStanding, oldestUsed, pressureOf, verdictOf } from '#load/judge-node.ts';
import type { LoadState } from '#load/load-state.ts';
import type { LoadView } from '#load/load-view.ts';
import type { NodeIdentity } from '#load/node-roster.ts';
import type { UnknownReason } from '#load/unknown-reason.ts';
import type { Coverage } from '#load/verdict.ts';

/** A state as it looks at `now`. Costs next to nothing until it is asked. */
export function viewLoad(state: LoadState, now: number): LoadView {
  const { signals, roster } = state;
  const cells = cellReader(state, now);
  const rows = roster.nodes.flatMap((node, row) => (node === undefined ? [] : [row]));
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
    coverage,
    unknowns,
    pod: (pod) => state.pods(pod, now),
  } satisfies LoadView);

  function node(row: number): NodeIdentity {
    const found = roster.nodes[row];
    if (found === undefined) throw new RangeError(`reading row ${row}: no node has it in this view`);
    return found;
  }

  function coverage(): Coverage {
    const ready = rows.filter((row) => node(row).ready);
    const seen = ready.filter((row) =>
      signals.every(({ essential }, signal) => !essential || cells.isFresh(first(row) + signal)),
    );
    return { ready: ready.length, seen: seen.length, share: ready.length === 0 ? 0 : seen.length / ready.length };
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

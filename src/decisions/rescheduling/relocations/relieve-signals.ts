import { thatMayBegin } from './best-bundle.ts';
import { carryOut } from './carry-out.ts';
import { NOBODY } from './load-table.ts';
import { changesOfMove, type PlanState } from './plan-state.ts';
import type { PlannedMove, PlannedRelocation, Relocation } from './relocation-plan.ts';
import type { SharedTable } from './shared-table.ts';

/** What becomes of a node that is hot by a signal shared out among its pods, and stands above its line now. */
export interface SignalRelief {
  readonly node: number;
  readonly signal: string;
  readonly outcome: 'relieved' | 'settling' | 'all-hot' | 'budget-spent' | 'nothing-helps';
  /** What it would be measured at once the plan is carried out, and what follows it. */
  readonly after: number;
  /** Absent where other moves of the plan are enough. */
  readonly relocation?: PlannedRelocation;
}

/**
 * The fewest moves that bring nodes under the release level of such signals, beside the moves that pay by themselves. Parts
 * are an estimate: it acts on a verdict only, never on a forecast, on a node that no move touches yet, and not at all where
 * the moves that it may make are not enough.
 */
export function relieveSignals(state: PlanState): readonly SignalRelief[] {
  return state.shared.flatMap((table) => hotBy(table).map((node) => relief(state, table, node)));
}

/** The furthest above their line first. */
function hotBy({ signal: { isHot, level, capacity, line } }: SharedTable): readonly number[] {
  const share = (node: number): number => level[node]! / capacity[node]!;
  return [...isHot.keys()]
    .filter((node) => isHot[node] === 1 && share(node) > line)
    .toSorted((a, b) => share(b) - share(a) || a - b);
}

function relief(state: PlanState, table: SharedTable, node: number): SignalRelief {
  const is = (
    outcome: SignalRelief['outcome'],
    after: number = table.shareAfter(node, NOBODY, NOBODY),
  ): SignalRelief => ({
    node,
    signal: table.signal.name,
    outcome,
    after,
  });
  if (state.isEveryNodeHot) return is('all-hot');
  if (excessOf(table, node) <= 0) return is('relieved');
  // what was measured lags behind them, and estimates must not be heaped on each other
  if (state.problem.budgets.inFlightOfNode(node) > 0) return is('settling');
  const enough = enoughMoves(state, table, node);
  if (enough === undefined) return is('nothing-helps');
  const begun = state.movesLeft > 0 ? thatMayBegin(state, enough.relocation) : undefined;
  if (begun === undefined) return is('budget-spent');
  return { ...is('relieved', enough.after), relocation: carryOut(state, begun) };
}

/** In the signal's unit: what must leave. */
const excessOf = (table: SharedTable, node: number): number =>
  (table.shareAfter(node, NOBODY, NOBODY) - table.signal.release) * table.signal.capacity[node]!;

function enoughMoves(
  state: PlanState,
  table: SharedTable,
  node: number,
): { readonly relocation: Relocation; readonly after: number } | undefined {
  const moves: PlannedMove[] = [];
  const before = new Map([[node, state.risk(node)]]);
  let price = 0;
  while (excessOf(table, node) > 0 && moves.length < state.options.bundleMoves) {
    const next = nextMove(state, table, { node, isFirst: moves.length === 0 });
    if (next === undefined) break;
    if (!before.has(next.to)) before.set(next.to, state.risk(next.to));
    price += state.priceAt(next.pod, next.to);
    state.shift(next.pod, next.to);
    moves.push(next);
  }
  const isEnough = excessOf(table, node) <= 0;
  const after = table.shareAfter(node, NOBODY, NOBODY);
  const avoids = [...before].reduce((sum, [at, risk]) => sum + risk - state.risk(at), 0);
  for (const { pod, from } of moves.toReversed()) state.shift(pod, from);
  return isEnough ? { relocation: { moves, avoids, price }, after } : undefined;
}

interface From {
  readonly node: number;
  readonly isFirst: boolean;
}

/** Of the pods each of which is enough the cheapest to disturb; where none is, the one that takes most along. */
function nextMove(state: PlanState, table: SharedTable, { node, isFirst }: From): PlannedMove | undefined {
  const part = (pod: number): number => table.signal.part[pod]!;
  const excess = excessOf(table, node);
  const all = state.podsOn[node]!.filter((pod) => part(pod) > 0 && state.mayGoSomeTime(pod));
  const now = isFirst ? all.filter((pod) => state.mayGo(pod)) : [];
  // where none may go now, it is worth knowing whether the budgets alone are the cause
  const may = now.length > 0 ? now : all;
  const enough = may
    .filter((pod) => part(pod) >= excess)
    .toSorted((a, b) => state.priceOf(a) - state.priceOf(b) || a - b);
  const rest = may.filter((pod) => part(pod) < excess).toSorted((a, b) => part(b) - part(a) || a - b);
  for (const pod of [...enough, ...rest]) {
    const to = targetFor(state, table, pod);
    if (to !== undefined) return { pod, from: node, to };
  }
  return undefined;
}

/** The first that stays under every line with the pod, well under this one, and is known to. */
function targetFor(state: PlanState, table: SharedTable, pod: number): number | undefined {
  const from = state.node[pod]!;
  let weighed = 0;
  for (const to of state.likedTargets()) {
    if (weighed === state.options.targets) break;
    if (to === from || !state.fits(pod, to, NOBODY) || !state.staysCool(to, NOBODY, pod)) continue;
    weighed++;
    const isKnownToStay = table.shareAfter(to, NOBODY, pod) <= table.signal.release;
    if (isKnownToStay && hasCoresFor(state, table, { pod, to }) && state.lowersEach(changesOfMove(pod, from, to)))
      return to;
  }
  return undefined;
}

/** Tasks that wait on the one node run on the other: they must have room for that under its line. */
function hasCoresFor(
  state: PlanState,
  { signal: { share, part } }: SharedTable,
  { pod, to }: { readonly pod: number; readonly to: number },
): boolean {
  const cpu = state.tables.find(({ resource }) => resource.name === 'cpu');
  if (share !== 'waiting' || cpu === undefined) return true;
  const waiting = Math.max(0, part[pod]! - cpu.podMean[pod * cpu.slots]!);
  return cpu.shareAfter(to, NOBODY, pod) + waiting / cpu.resource.capacity[to]! < cpu.resource.line;
}

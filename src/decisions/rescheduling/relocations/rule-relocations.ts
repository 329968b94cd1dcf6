import { NOBODY } from './load-table.ts';
import type { PlanState } from './plan-state.ts';
import type { PlannedRelocation } from './relocation-plan.ts';

/** A pod whose node bears more than a rule over the pod allows. */
export interface OverRule {
  /** Its row. */
  readonly pod: number;
  /** The signal that is over, and what the rule lets it be at most. */
  readonly signal: string;
  readonly most: number;
  /** Whether all rules over the pod would let it be on that node, its own use added. */
  readonly mayBeOn: (node: number) => boolean;
  /** What a node was measured at lately; NaN where nobody knows. */
  readonly seenOn: (node: number) => number;
}

/** A move by a rule is one that pays by the rule alone; its overload minutes are told all the same. */
export interface RuledRelocation<Over extends OverRule> {
  readonly over: Over;
  readonly relocation: PlannedRelocation;
}

/** A target must stay so far below what the rule allows, as a share of it: else the pod would be back soon. */
const MARGIN = 0.1;

/**
 * Moves, besides those that pay by themselves, of pods that rules want elsewhere: to the least risky node that the rules
 * allow, under every guard that other moves are under. What was measured must be over the rule, and so must what is
 * expected of this hour: one spike moves nothing. The plan's budgets go on from where its own moves ended. Of a signal of which
 * nobody knows a pod's part one pod leaves a node at a time: what that did is measured before the next goes.
 */
export function ruleRelocations<Over extends OverRule>(
  state: PlanState,
  candidates: readonly Over[],
): readonly RuledRelocation<Over>[] {
  if (state.isEveryNodeHot) return [];
  const made: RuledRelocation<Over>[] = [];
  for (const over of byExcess(state, candidates)) {
    if (state.movesLeft <= 0) break;
    const to = state.mayGo(over.pod) && isStillOver(state, over, made) ? targetFor(state, over) : undefined;
    if (to !== undefined) made.push({ over, relocation: carriedOut(state, over.pod, to) });
  }
  return made;
}

/** Of a resource that was asked before; of others the moves made so far may be enough, or must be waited for. */
function isStillOver(state: PlanState, over: OverRule, made: readonly RuledRelocation<OverRule>[]): boolean {
  if (state.tables.some(({ resource }) => resource.name === over.signal)) return true;
  const from = state.node[over.pod]!;
  if (state.problem.budgets.inFlightOfNode(from) > 0) return false;
  if (shareWith(state, over, from, NOBODY) <= over.most) return false;
  const isForeseen = state.shared.some(({ signal }) => signal.name === over.signal && signal.part[over.pod]! > 0);
  return isForeseen || !made.some((one) => one.over.signal === over.signal && one.relocation.moves[0]!.from === from);
}

/** Those that are over by what is expected too, the furthest first. */
function byExcess<Over extends OverRule>(state: PlanState, candidates: readonly Over[]): readonly Over[] {
  const excess = (over: OverRule): number => shareWith(state, over, state.node[over.pod]!, NOBODY) / over.most;
  return candidates.filter((over) => excess(over) > 1).toSorted((a, b) => excess(b) - excess(a) || a.pod - b.pod);
}

function targetFor(state: PlanState, over: OverRule): number | undefined {
  const from = state.node[over.pod]!;
  return state
    .targets()
    .find(
      (to) =>
        to !== from &&
        over.mayBeOn(to) &&
        state.fits(over.pod, to, NOBODY) &&
        state.staysCool(to, NOBODY, over.pod) &&
        shareWith(state, over, to, over.pod) <= over.most * (1 - MARGIN),
    );
}

/** What a node is expected to bear this hour of the rule's signal, with a pod more or without; what it bears now where nothing is expected. */
function shareWith(state: PlanState, { signal, seenOn }: OverRule, node: number, coming: number): number {
  const table =
    state.tables.find(({ resource }) => resource.name === signal) ??
    state.shared.find((shared) => shared.signal.name === signal);
  const share = table?.shareAfter(node, NOBODY, coming) ?? Number.NaN;
  return Number.isNaN(share) ? seenOn(node) : share;
}

function carriedOut(state: PlanState, pod: number, to: number): PlannedRelocation {
  const from = state.node[pod]!;
  const nodes = [from, to];
  const before = nodes.map((node) => state.expected(node));
  const risk = state.risk(from) + state.risk(to);
  const priceMinutes = state.priceAt(pod, to);
  const moves = [{ pod, from, to }];
  state.apply({ moves, avoids: 0, price: priceMinutes });
  return {
    moves,
    follow: [],
    avoidsMinutes: risk - state.risk(from) - state.risk(to),
    priceMinutes,
    changes: nodes.map((node, at) => ({ node, before: before[at]!, after: state.expected(node) })),
  };
}

import { NOBODY } from './load-table.ts';
import type { PlanState } from './plan-state.ts';
import type { PlannedRelocation } from './relocation-plan.ts';

/** A pod whose node bears more than a rule over the pod allows. */
export interface OverRule {
  /** Its row. */
  readonly pod: number;
  /** The resource that is over, and what the rule lets it be at most, as a share of the node. */
  readonly resource: string;
  readonly most: number;
  /** Whether all rules over the pod would let it be on that node, its own use added. */
  readonly mayBeOn: (node: number) => boolean;
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
 * expected of this hour: one spike moves nothing. The plan's budgets go on from where its own moves ended.
 */
export function ruleRelocations<Over extends OverRule>(
  state: PlanState,
  candidates: readonly Over[],
): readonly RuledRelocation<Over>[] {
  if (state.isEveryNodeHot) return [];
  const made: RuledRelocation<Over>[] = [];
  for (const over of byExcess(state, candidates)) {
    if (state.movesLeft <= 0) break;
    const to = state.mayGo(over.pod) ? targetFor(state, over) : undefined;
    if (to !== undefined) made.push({ over, relocation: carriedOut(state, over.pod, to) });
  }
  return made;
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

/** The share of the rule's resource that a node is expected to bear this hour, with a pod more or without. */
function shareWith(state: PlanState, { resource }: OverRule, node: number, coming: number): number {
  const table = state.tables.find((each) => each.resource.name === resource);
  return table === undefined ? Number.NaN : table.shareAfter(node, NOBODY, coming);
}

function carriedOut(state: PlanState, pod: number, to: number): PlannedRelocation {
  const from = state.node[pod]!;
  const nodes = [from, to];
  const before = nodes.map((node) => state.expected(node));
  const risk = state.risk(from) + state.risk(to);
  const priceMinutes = state.priceOf(pod);
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

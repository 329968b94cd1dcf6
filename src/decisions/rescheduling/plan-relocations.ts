import { PlanState } from '#decisions/rescheduling/plan-state.ts';
import { relocationDefaults, type RelocationOptions } from '#decisions/rescheduling/relocation-options.ts';
import type { PlannedRelocation, RelocationPlan } from '#decisions/rescheduling/relocation-plan.ts';
import type { RelocationProblem } from '#decisions/rescheduling/relocation-problem.ts';
import { bestMove, bestSwap, netOf, type Relocation } from '#decisions/rescheduling/relocation-search.ts';

/**
 * What would best be moved now: again and again the relocation that avoids most beyond its price, until none pays, the
 * budgets are spent, or the work is.
 */
export function planRelocations(
  problem: RelocationProblem,
  options: RelocationOptions = relocationDefaults,
): RelocationPlan {
  const state = new PlanState(problem, options);
  const relocations: PlannedRelocation[] = [];
  while (state.movesLeft > 0 && !state.isSpent) {
    const next = bestRelocation(state);
    if (next === undefined) break;
    relocations.push(carriedOut(state, next));
  }
  return { relocations, foretold: state.foretold, settled: state };
}

/** An exchange must be worth as much as two moves: it takes two. */
function bestRelocation(state: PlanState): Relocation | undefined {
  const move = bestMove(state);
  if (state.movesLeft < 2) return move;
  if (move !== undefined && !state.isFlat) return move;
  return bestSwap(state, move === undefined ? 0 : 2 * netOf(move)) ?? move;
}

function carriedOut(state: PlanState, relocation: Relocation): PlannedRelocation {
  const { moves, avoids, price } = relocation;
  const nodes = [...new Set(moves.flatMap(({ from, to }) => [from, to]))];
  const before = nodes.map((node) => state.expected(node));
  state.apply(relocation);
  return {
    moves,
    avoidsMinutes: avoids,
    priceMinutes: price,
    changes: nodes.map((node, index) => ({ node, before: before[index]!, after: state.expected(node) })),
  };
}

import { PlanState } from '#decisions/rescheduling/plan-state.ts';
import { relocationDefaults, type RelocationOptions } from '#decisions/rescheduling/relocation-options.ts';
import type { RelocationProblem } from '#decisions/rescheduling/relocation-problem.ts';
import { bestMove, bestSwap, netOf, type Relocation } from '#decisions/rescheduling/relocation-search.ts';

export interface RelocationPlan {
  readonly relocations: readonly Relocation[];
  /** What `NodeColumns.foretold` is to be in the next pass. */
  readonly foretold: Uint8Array;
}

/** What would best be moved now. */
export function planRelocations(
  problem: RelocationProblem,
  options: RelocationOptions = relocationDefaults,
): RelocationPlan {
  const state = new PlanState(problem, options);
  const relocations: Relocation[] = [];
  while (state.movesLeft > 0 && !state.isSpent) {
    const next = bestRelocation(state);
    if (next === undefined) break;
    state.apply(next);
    relocations.push(next);
  }
  return { relocations, foretold: state.foretold };
}

function bestRelocation(state: PlanState): Relocation | undefined {
  const move = bestMove(state);
  if (move !== undefined || state.movesLeft < 2 || state.options.swapNodes === 0) return move;
  return bestSwap(state, move === undefined ? 0 : 2 * netOf(move));
}

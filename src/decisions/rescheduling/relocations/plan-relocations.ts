import { bestBundle } from './best-bundle.ts';
import { bestExchange } from './best-exchange.ts';
import { carryOut } from './carry-out.ts';
import { PlanState } from './plan-state.ts';
import { relocationDefaults, type RelocationOptions } from './relocation-options.ts';
import type { PlannedRelocation, Relocation } from './relocation-plan.ts';
import type { RelocationProblem } from './relocation-problem.ts';
import { bestMove, worthOf, PAYS } from './best-move.ts';

/** What would be moved now. Which nodes and pods it leaves alone, and why, is told by `stayReasons`. */
export interface RelocationPlan {
  /** In the order in which they are to be begun. */
  readonly relocations: readonly PlannedRelocation[];
  /** What `NodeColumns.foretold` is to be in the next pass. */
  readonly foretold: Uint8Array;
  /** The problem as it is once all of it is carried out. */
  readonly settled: PlanState;
}

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
    relocations.push(carryOut(state, next));
  }
  return { relocations, foretold: state.foretold, settled: state };
}

/** Single moves as long as they pay; an exchange, or moves that only pay together, where none does. */
function bestRelocation(state: PlanState): Relocation | undefined {
  const move = bestMove(state);
  if (move !== undefined && !(state.isFlat && state.movesLeft > 1)) return move;
  // where hours are alike an exchange is cheap to look for: it must be worth as much as two such moves
  const atLeast = move === undefined ? PAYS : 2 * worthOf(move);
  const exchange = state.movesLeft > 1 ? bestExchange(state, atLeast) : undefined;
  if (move !== undefined) return exchange ?? move;
  return bestBundle(state, exchange === undefined ? PAYS : worthOf(exchange)) ?? exchange;
}

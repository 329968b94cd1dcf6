import type { KnownMoves } from './known-moves.ts';
import { type OwnerInFlight, type NodeInFlight, nodesInFlight, ownersInFlight, type Touching } from './in-flight.ts';
import type { PlanBudgets } from '#decisions/rescheduling/plan-options.ts';

/** What moves may be begun, and what is spent of that, those of a plan counted. */
export interface BudgetLedger {
  readonly pass: { readonly limit: number; readonly planned: number };
  readonly hour: HourBudget;
  readonly inFlight: {
    readonly perOwner: number;
    readonly perNode: number;
    /** Of which moves are in flight, or which the plan brings to their limit; in the order of names. */
    readonly owners: readonly OwnerInFlight[];
    readonly nodes: readonly NodeInFlight[];
  };
}

export interface HourBudget {
  readonly limit: number;
  /** Before the plan: of which the pod was told to go within the hour, or is to be told. */
  readonly begun: number;
  readonly planned: number;
  readonly left: number;
}

export interface BudgetsBefore {
  readonly budgets: PlanBudgets;
  /** How many moves this hour has. */
  readonly perHour: number;
  readonly moves: KnownMoves;
}

/** The budgets with these moves begun. */
export function budgetLedger(planned: readonly Touching[], before: BudgetsBefore): BudgetLedger {
  const { budgets, perHour, moves } = before;
  const { perPass, inFlightPerOwner: perOwner, inFlightPerNode: perNode } = budgets;
  return {
    pass: { limit: perPass, planned: planned.length },
    hour: {
      limit: perHour,
      begun: moves.lastHour,
      planned: planned.length,
      left: Math.max(0, perHour - moves.lastHour - planned.length),
    },
    inFlight: {
      perOwner,
      perNode,
      owners: ownersInFlight(planned, moves, perOwner),
      nodes: nodesInFlight(planned, moves, perNode),
    },
  };
}

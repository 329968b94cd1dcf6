import type { BudgetLedger } from '#decisions/rescheduling/guards/budget-ledger.ts';
import type { MigrationPlan, NodeFate, ProposedMove } from '#decisions/rescheduling/plan/migration-plan.ts';
import { instantText } from '#load/instant.ts';
import type { Coverage } from '#load/verdict.ts';

/** A plan for programs: what would be executed, in order, and everything it rests on. */
export interface PlanDocument {
  readonly at: string;
  readonly sight: MigrationPlan['sight'];
  readonly coverage: Coverage & { readonly needed: number };
  readonly moves: readonly ProposedMove[];
  readonly budgets: BudgetLedger;
  readonly nodes: readonly NodeFate[];
  readonly unseen: readonly string[];
  readonly remarks: readonly string[];
}

export function planDocument(plan: MigrationPlan, remarks: readonly string[]): PlanDocument {
  const { now, sight, coverage, neededCoverage, moves, budgets, nodes, unseen } = plan;
  return {
    at: instantText(now),
    sight,
    coverage: { ...coverage, needed: neededCoverage },
    moves,
    budgets,
    nodes,
    unseen,
    remarks,
  };
}

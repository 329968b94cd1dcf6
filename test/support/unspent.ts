import type { BudgetLedger } from '#decisions/rescheduling/guards/budget-ledger.ts';

/** The budgets of a small cluster in which nothing moves. */
export const unspent: BudgetLedger = {
  pass: { limit: 5, planned: 0 },
  hour: { limit: 5, begun: 0, planned: 0, left: 5 },
  inFlight: { perOwner: 1, perNode: 2, owners: [], nodes: [] },
};

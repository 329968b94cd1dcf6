import type { BudgetLedger } from '#decisions/rescheduling/guards/budget-ledger.ts';
import { spentOfNode } from '#decisions/rescheduling/guards/in-flight.ts';

/** What a plan spends of its budgets; wide, owners and nodes with moves in flight, or at their limit, too. */
export function budgetLines(ledger: BudgetLedger, width: 'narrow' | 'wide'): readonly string[] {
  const { pass, hour } = ledger;
  const ofPass = `${pass.planned} of ${pass.limit} moves of this pass`;
  const ofHour = spentText({ spent: hour.begun + hour.planned, limit: hour.limit, begun: hour.begun }, 'this hour');
  const atOnce = width === 'wide' ? atOnceTexts(ledger.inFlight) : [];
  return [`Budgets: ${ofPass}, ${ofHour}.`, ...(atOnce.length === 0 ? [] : [`Moves at once: ${atOnce.join(', ')}.`])];
}

function atOnceTexts({ owners, nodes, perOwner, perNode }: BudgetLedger['inFlight']): readonly string[] {
  return [
    ...owners.map(({ kind, namespace, name, inFlight, planned }) =>
      spentText({ spent: inFlight + planned, limit: perOwner, begun: inFlight }, `${kind} ${namespace}/${name}`),
    ),
    ...nodes.map((node) =>
      spentText({ spent: spentOfNode(node), limit: perNode, begun: node.inFlight }, `node ${node.node}`),
    ),
  ];
}

interface Spent {
  readonly spent: number;
  readonly limit: number;
  /** Before the plan. */
  readonly begun: number;
}

function spentText({ spent, limit, begun }: Spent, of: string): string {
  return `${spent} of ${limit} of ${of}${begun === 0 ? '' : ` (${begun} begun before)`}`;
}

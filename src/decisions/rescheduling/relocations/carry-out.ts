import type { PlanState } from './plan-state.ts';
import type { NodeChange, PlannedRelocation, Relocation } from './relocation-plan.ts';

/** Carries a relocation out in the state, and tells what that changes. */
export function carryOut(state: PlanState, relocation: Relocation): PlannedRelocation {
  const { moves, avoids, price, follow = [] } = relocation;
  const nodes = [...new Set(moves.flatMap(({ from, to }) => [from, to]))];
  const before = nodes.map((node) => state.expected(node));
  state.apply(relocation);
  const changes = nodes.map((node, index) => ({ node, before: before[index]!, after: state.expected(node) }));
  return {
    moves,
    follow,
    // what is said of the nodes must add up; while moves are to follow, it does not yet
    avoidsMinutes: follow.length === 0 ? avoidedBy(changes) : avoids,
    priceMinutes: price,
    changes,
  };
}

function avoidedBy(changes: readonly NodeChange[]): number {
  let avoided = 0;
  for (const { before, after } of changes) {
    for (const [resource, { riskMinutes }] of before.entries()) avoided += riskMinutes - after[resource]!.riskMinutes;
  }
  return avoided;
}

import { NOBODY } from '#decisions/rescheduling/load-table.ts';
import type { PlanState } from '#decisions/rescheduling/plan-state.ts';
import type { NodeOutcome, NodeReason, RelocationPlan, Stay } from '#decisions/rescheduling/relocation-plan.ts';

/** Every node whose risk was worth an eviction, the riskiest first: what became of it, and why its pods stay. */
export function stayReasons({ settled }: RelocationPlan): readonly NodeReason[] {
  return settled.atRisk.map(({ node, risk }) => {
    const riskAfter = settled.risk(node);
    return {
      node,
      riskBefore: risk,
      riskAfter,
      outcome: outcomeOf(settled, node, risk),
      stays: settled.podsOn[node]!.filter((pod) => !settled.hasMoved(pod)).map((pod) => ({
        pod,
        because: stayOf(settled, pod),
      })),
    };
  });
}

function outcomeOf(state: PlanState, node: number, before: number): NodeOutcome {
  if (state.risk(node) < state.price) return 'relieved';
  if (state.risk(node) < before) return 'improved';
  if (state.isEveryNodeHot) return 'all-hot';
  if (!state.maySend(node)) return 'not-yet';
  if (state.movesLeft <= 0) return 'budget-spent';
  return state.isSpent ? 'work-spent' : 'nothing-helps';
}

/** The first gate that the pod did not pass; past all of them, the best it could have done. */
function stayOf(state: PlanState, pod: number): Stay {
  const { pods, memory } = state.problem;
  if (pods.isMovable[pod] === 0) return { kind: 'unmovable' };
  if (memory.isResting[pod] === 1) return { kind: 'resting' };
  if (!state.mayGo(pod)) return { kind: 'in-flight' };
  const from = state.node[pod]!;
  const feasible = state.targets().filter((to) => to !== from && state.mayReach(pod, to));
  if (feasible.length === 0) return { kind: 'no-feasible-target' };
  const roomy = feasible.filter((to) => state.fits(pod, to, NOBODY));
  if (roomy.length === 0) return { kind: 'no-room' };
  const cool = roomy.filter((to) => state.staysCool(to, NOBODY, pod));
  if (cool.length === 0) return { kind: 'heats-target', to: roomy[0]!, load: state.loadWith(roomy[0]!, pod) };
  return notWorthIt(state, pod, cool.slice(0, state.options.targets));
}

function notWorthIt(state: PlanState, pod: number, targets: readonly number[]): Stay {
  const from = state.node[pod]!;
  const relief = state.risk(from) - state.riskAfter(from, pod, NOBODY, Number.POSITIVE_INFINITY);
  let best = { to: targets[0]!, avoidsMinutes: Number.NEGATIVE_INFINITY };
  for (const to of targets) {
    const avoidsMinutes = relief + state.risk(to) - state.riskAfter(to, NOBODY, pod, Number.POSITIVE_INFINITY);
    if (avoidsMinutes > best.avoidsMinutes) best = { to, avoidsMinutes };
  }
  return { kind: 'not-worth-it', ...best, priceMinutes: state.priceOf(pod) };
}

import { NOBODY } from './load-table.ts';
import type { RelocationPlan } from './plan-relocations.ts';
import type { PlanState } from './plan-state.ts';
import type { NodeOutcome, NodeReason, Stay } from './relocation-plan.ts';

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
  if (state.immovableOn(node) !== undefined) return 'immovable-load';
  if (state.movesLeft <= 0) return 'budget-spent';
  return state.isSpent ? 'work-spent' : 'nothing-helps';
}

/** The first gate that the pod did not pass; past all of them, the best it could have done. */
function stayOf(state: PlanState, pod: number): Stay {
  const { pods, memory } = state.problem;
  if (!pods.isMovable(pod)) return { kind: 'unmovable' };
  if (memory.isResting(pod)) return { kind: 'resting' };
  if (!state.mayGo(pod)) return { kind: 'in-flight' };
  return beyondTheGates(state, pod);
}

function beyondTheGates(state: PlanState, pod: number): Stay {
  const from = state.node[pod]!;
  const immovable = state.immovableOn(from);
  if (immovable !== undefined) return { kind: 'immovable-load', ...immovable };
  const cool: number[] = [];
  let [feasible, roomy] = [false, NOBODY];
  for (const to of state.targets()) {
    if (cool.length === state.options.targets) break;
    if (to === from || !state.mayReach(pod, to)) continue;
    feasible = true;
    if (!state.fits(pod, to, NOBODY)) continue;
    if (state.staysCool(to, NOBODY, pod)) cool.push(to);
    else if (roomy === NOBODY) roomy = to;
  }
  if (cool.length > 0) return notWorthIt(state, pod, cool);
  if (roomy !== NOBODY) return { kind: 'heats-target', to: roomy, ...state.heatWith(roomy, pod) };
  return { kind: feasible ? 'no-room' : 'no-feasible-target' };
}

function notWorthIt(state: PlanState, pod: number, targets: readonly number[]): Stay {
  const from = state.node[pod]!;
  const relief = state.risk(from) - state.riskAfter(from, pod, NOBODY, Number.POSITIVE_INFINITY);
  let best = { to: targets[0]!, avoidsMinutes: Number.NEGATIVE_INFINITY, priceMinutes: 0 };
  for (const to of targets) {
    const avoidsMinutes = relief + state.risk(to) - state.riskAfter(to, NOBODY, pod, Number.POSITIVE_INFINITY);
    const priceMinutes = state.priceAt(pod, to);
    if (avoidsMinutes - priceMinutes > best.avoidsMinutes - best.priceMinutes)
      best = { to, avoidsMinutes, priceMinutes };
  }
  return { kind: 'not-worth-it', ...best };
}

import { NOBODY } from '#decisions/rescheduling/load-table.ts';
import type { PlanState } from '#decisions/rescheduling/plan-state.ts';
import type { Relocation } from '#decisions/rescheduling/relocation-plan.ts';

export const netOf = ({ avoids, price }: Relocation): number => avoids - price;

/** The one move that avoids most beyond its price. */
export function bestMove(state: PlanState): Relocation | undefined {
  let best: Relocation | undefined;
  for (const from of state.sources()) {
    for (const pod of state.podsOn[from]!) if (state.mayGo(pod)) best = bestTarget(state, pod, best) ?? best;
  }
  return best;
}

/** A target for the pod that is better than `bar`, if there is one; what cannot win is not weighed to its end. */
function bestTarget(state: PlanState, pod: number, bar: Relocation | undefined): Relocation | undefined {
  const from = state.node[pod]!;
  const price = state.priceOf(pod);
  let most = bar === undefined ? 0 : netOf(bar);
  const relief = state.risk(from) - state.riskAfter(from, pod, NOBODY, state.risk(from) - price - most);
  if (relief - price <= most) return undefined;
  let best: Relocation | undefined;
  let weighed = 0;
  for (const to of state.targets()) {
    if (weighed === state.options.targets) break;
    if (to === from || !state.fits(pod, to, NOBODY) || !state.staysCool(to, NOBODY, pod)) continue;
    weighed++;
    const after = state.riskAfter(to, NOBODY, pod, state.risk(to) + relief - price - most);
    const avoids = relief + state.risk(to) - after;
    if (avoids - price <= most || !state.lowersEach(from, to, pod, NOBODY)) continue;
    most = avoids - price;
    best = { moves: [{ pod, from, to }], avoids, price };
  }
  return best;
}

/**
 * The exchange of two pods that avoids most beyond its two prices and `atLeast`: where nodes are full by requests, or
 * every single move is too coarse.
 */
export function bestSwap(state: PlanState, atLeast: number): Relocation | undefined {
  let best: Relocation | undefined;
  for (const from of state.sources().slice(0, state.options.swapNodes)) {
    const steepness = state.steepness(from);
    for (const pod of state.podsOn[from]!) {
      if (state.mayGo(pod)) best = bestPartner(state, pod, steepness, best, atLeast) ?? best;
    }
  }
  return best;
}

function bestPartner(
  state: PlanState,
  pod: number,
  steepness: readonly Float64Array[],
  bar: Relocation | undefined,
  atLeast: number,
): Relocation | undefined {
  const from = state.node[pod]!;
  let best = bar;
  let weighed = 0;
  for (const to of state.targets()) {
    if (weighed === state.options.targets || state.risk(to) > state.risk(from)) break;
    if (to === from || !state.mayReach(pod, to)) continue;
    weighed++;
    for (const other of state.podsOn[to]!) {
      if (!state.mayGo(other) || state.ownerOf(other) === state.ownerOf(pod)) continue;
      if (!state.eases(steepness, pod, other)) continue;
      best = exchange(state, pod, other, best === undefined ? atLeast : netOf(best)) ?? best;
    }
  }
  return best === bar ? undefined : best;
}

function exchange(state: PlanState, pod: number, other: number, most: number): Relocation | undefined {
  const from = state.node[pod]!;
  const to = state.node[other]!;
  const price = state.priceOf(pod) + state.priceOf(other);
  const before = state.risk(from) + state.risk(to);
  if (before - price <= most) return undefined;
  if (!state.fits(pod, to, other) || !state.fits(other, from, pod) || !state.staysCool(to, other, pod))
    return undefined;
  const here = state.riskAfter(from, pod, other, before - price - most);
  if (here === Number.POSITIVE_INFINITY) return undefined;
  const avoids = before - here - state.riskAfter(to, other, pod, before - here - price - most);
  if (avoids - price <= most || !state.lowersEach(from, to, pod, other)) return undefined;
  return {
    moves: [
      { pod, from, to },
      { pod: other, from: to, to: from },
    ],
    avoids,
    price,
  };
}

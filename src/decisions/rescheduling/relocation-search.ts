import { NOBODY } from '#decisions/rescheduling/load-table.ts';
import type { PlanState } from '#decisions/rescheduling/plan-state.ts';

/** Pods that move together or not at all, each to where the next makes room. */
export interface Relocation {
  readonly moves: readonly { readonly pod: number; readonly from: number; readonly to: number }[];
  /** Expected weighed overload minutes avoided, and the price. */
  readonly avoids: number;
  readonly price: number;
}

export const netOf = ({ avoids, price }: Relocation): number => avoids - price;

/** The one move that avoids most beyond its price. */
export function bestMove(state: PlanState): Relocation | undefined {
  let best: Relocation | undefined;
  let most = 0;
  for (const from of state.sources()) {
    for (const pod of state.podsOn[from]!) {
      if (!state.mayGo(pod)) continue;
      const price = state.priceOf(pod);
      const relief = state.risk(from) - state.riskAfter(from, pod, NOBODY, state.risk(from) - price - most);
      if (relief - price <= most) continue;
      for (const to of state.targetsOf(from)) {
        if (!state.fits(pod, to, NOBODY)) continue;
        const after = state.riskAfter(to, NOBODY, pod, state.risk(to) + relief - price - most);
        const avoids = relief + state.risk(to) - after;
        if (avoids - price <= most || !state.lowersEach(from, to, pod, NOBODY)) continue;
        most = avoids - price;
        best = { moves: [{ pod, from, to }], avoids, price };
      }
    }
  }
  return best;
}

/** The exchange of two pods that avoids most beyond its two prices, where nodes are full by requests or moves too coarse. */
export function bestSwap(state: PlanState, atLeast: number): Relocation | undefined {
  let best: Relocation | undefined;
  let most = atLeast;
  for (const from of state.sources().slice(0, state.options.swapNodes)) {
    const steepness = state.steepness(from);
    for (const pod of state.podsOn[from]!) {
      if (!state.mayGo(pod)) continue;
      const price = state.priceOf(pod);
      for (const to of state.targetsOf(from)) {
        if (state.risk(to) > state.risk(from) || !state.mayReach(pod, to)) continue;
        for (const other of state.podsOn[to]!) {
          if (!state.mayGo(other) || state.ownerOf(other) === state.ownerOf(pod)) continue;
          if (!state.eases(steepness, pod, other)) continue;
          const both = price + state.priceOf(other);
          if (state.risk(from) + state.risk(to) - both <= most) continue;
          if (!state.fits(pod, to, other) || !state.fits(other, from, pod)) continue;
          const here = state.riskAfter(from, pod, other, state.risk(from) + state.risk(to) - both - most);
          if (here === Number.POSITIVE_INFINITY) continue;
          const there = state.riskAfter(to, other, pod, state.risk(from) + state.risk(to) - here - both - most);
          const avoids = state.risk(from) + state.risk(to) - here - there;
          if (avoids - both <= most || !state.lowersEach(from, to, pod, other)) continue;
          most = avoids - both;
          best = {
            moves: [
              { pod, from, to },
              { pod: other, from: to, to: from },
            ],
            avoids,
            price: both,
          };
        }
      }
    }
  }
  return best;
}

import { NOBODY } from './load-table.ts';
import { changesOfMove, type PlanState } from './plan-state.ts';
import type { Relocation } from './relocation-plan.ts';

/** What relocations are compared by. */
export const worthOf = ({ avoids, price, liking = 0 }: Relocation): number => avoids - price + liking;

/** In minutes: what does not pay more may be rounding. */
export const PAYS = 1e-6;

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
  const leastPrice = state.priceOf(pod);
  const most = state.mostLiking();
  let least = bar === undefined ? Number.NEGATIVE_INFINITY : worthOf(bar);
  // what pays nothing is not made, however much it is liked
  const mustAvoid = (): number => leastPrice + Math.max(PAYS, least - most);
  const relief = state.risk(from) - state.riskAfter(from, pod, NOBODY, state.risk(from) - mustAvoid());
  if (relief <= mustAvoid()) return undefined;
  let best: Relocation | undefined;
  let weighed = 0;
  for (const to of state.likedTargets()) {
    if (weighed === state.options.targets) break;
    if (to === from || !state.fits(pod, to, NOBODY) || !state.staysCool(to, NOBODY, pod)) continue;
    weighed++;
    const after = state.riskAfter(to, NOBODY, pod, state.risk(to) + relief - mustAvoid());
    const avoids = relief + state.risk(to) - after;
    const price = leastPrice + state.startMinutes(pod, to);
    const liking = state.likingOf(pod, to);
    // of targets as good as each other the first is taken
    if (avoids - price <= PAYS || avoids - price + liking - least <= PAYS) continue;
    if (!state.lowersEach(changesOfMove(pod, from, to))) continue;
    best = { moves: [{ pod, from, to }], avoids, price, liking };
    least = worthOf(best);
  }
  return best;
}

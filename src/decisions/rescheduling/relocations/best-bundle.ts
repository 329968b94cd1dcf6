import { NOBODY } from './load-table.ts';
import type { PlanState } from './plan-state.ts';
import type { PlannedMove, Relocation } from './relocation-plan.ts';
import { worthOf } from './best-move.ts';

/**
 * Moves off one node that pay together though none does alone: a node far above its line is as hot after one of them.
 * Those that the budgets do not let begin now follow in later passes, where they pay alone.
 */
export function bestBundle(state: PlanState, atLeast: number): Relocation | undefined {
  let best: Relocation | undefined;
  for (const from of state.sources().slice(0, state.options.bundleNodes)) {
    const most = best === undefined ? atLeast : worthOf(best);
    if (state.risk(from) - 2 * state.price <= most) break;
    best = bundleFrom(state, from, most) ?? best;
  }
  return best;
}

function bundleFrom(state: PlanState, from: number, atLeast: number): Relocation | undefined {
  const before = new Map([[from, state.risk(from)]]);
  const moves: PlannedMove[] = [];
  let price = 0;
  let [best, most]: [Relocation | undefined, number] = [undefined, atLeast];
  while (moves.length < state.options.bundleMoves) {
    const next = steepestMove(state, from);
    if (next === undefined) break;
    if (!before.has(next.to)) before.set(next.to, state.risk(next.to));
    price += state.priceAt(next.pod, next.to);
    state.shift(next.pod, next.to);
    moves.push(next);
    let avoids = 0;
    for (const [node, risk] of before) avoids += risk - state.risk(node);
    if (avoids - price <= most) continue;
    most = avoids - price;
    best = { moves: [...moves], avoids, price };
  }
  for (const { pod } of moves) state.shift(pod, from);
  return best === undefined ? undefined : thatMayBegin(state, best);
}

/** The move that lowers risk most if deviations were wider: where the node is far above its line, this is what counts. */
function steepestMove(state: PlanState, from: number): PlannedMove | undefined {
  const here = state.wideRiskAfter(from, NOBODY, NOBODY, Number.POSITIVE_INFINITY);
  const wideRisk = new Map<number, number>();
  let best: PlannedMove | undefined;
  let most = 0;
  for (const pod of state.podsOn[from]!) {
    if (!state.mayGoSomeTime(pod)) continue;
    const relief = here - state.wideRiskAfter(from, pod, NOBODY, here - most);
    let weighed = 0;
    for (const to of state.targets()) {
      if (relief <= most || weighed === state.options.bundleTargets) break;
      if (to === from || !state.fits(pod, to, NOBODY) || !state.staysCool(to, NOBODY, pod)) continue;
      weighed++;
      let there = wideRisk.get(to);
      if (there === undefined) {
        there = state.wideRiskAfter(to, NOBODY, NOBODY, Number.POSITIVE_INFINITY);
        wideRisk.set(to, there);
      }
      const gain = relief + there - state.wideRiskAfter(to, NOBODY, pod, there + relief - most);
      if (gain <= most) continue;
      most = gain;
      best = { pod, from, to };
    }
  }
  return best;
}

/** Of moves that belong together those that may begin now; the others are to follow. Undefined where none may. */
export function thatMayBegin(state: PlanState, bundle: Relocation): Relocation | undefined {
  const now: PlannedMove[] = [];
  for (const move of bundle.moves) {
    if (now.length === state.movesLeft) break;
    const ofOwner = now.filter(({ pod }) => state.ownerOf(pod) === state.ownerOf(move.pod)).length;
    const ofTarget = now.filter(({ to }) => to === move.to).length;
    if (ofTarget < state.touchesLeft(move.to) && state.mayGo(move.pod, { ofOwner, ofNode: now.length })) now.push(move);
  }
  return now.length === 0
    ? undefined
    : { ...bundle, moves: now, follow: bundle.moves.filter((move) => !now.includes(move)) };
}

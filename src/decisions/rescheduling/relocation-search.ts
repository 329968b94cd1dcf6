import { NOBODY } from '#decisions/rescheduling/load-table.ts';
import type { PlanState } from '#decisions/rescheduling/plan-state.ts';
import type { Relocation } from '#decisions/rescheduling/relocation-plan.ts';

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
  const price = state.priceOf(pod);
  const most = state.mostLiking();
  let least = bar === undefined ? Number.NEGATIVE_INFINITY : worthOf(bar);
  // what pays nothing is not made, however much it is liked
  const mustAvoid = (): number => price + Math.max(PAYS, least - most);
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
    const liking = state.likingOf(pod, to);
    // of targets as good as each other the first is taken
    if (avoids - price <= PAYS || avoids - price + liking - least <= PAYS) continue;
    if (!state.lowersEach(from, to, pod, NOBODY)) continue;
    best = { moves: [{ pod, from, to }], avoids, price, liking };
    least = worthOf(best);
  }
  return best;
}

/**
 * The exchange of two pods that avoids most beyond its two prices and `atLeast`: where the coolest nodes are full by requests,
 * or every single move is too coarse.
 */
export function bestSwap(state: PlanState, atLeast: number): Relocation | undefined {
  const search = { state, reliefs: new Reliefs(state), slopes: new Slopes(state), atLeast };
  let best: Relocation | undefined;
  for (const from of state.sources().slice(0, state.options.swapNodes)) {
    for (const pod of state.podsOn[from]!) if (state.mayGo(pod)) best = bestPartner(search, pod, best) ?? best;
  }
  return best;
}

/** How much a node's risk falls if a pod leaves and none comes: more than that no exchange can bring. */
class Reliefs {
  readonly #state: PlanState;
  readonly #known = new Map<number, number>();

  constructor(state: PlanState) {
    this.#state = state;
  }

  of(pod: number): number {
    let relief = this.#known.get(pod);
    if (relief === undefined) {
      const node = this.#state.node[pod]!;
      relief = this.#state.risk(node) - this.#state.riskAfter(node, pod, NOBODY, Number.POSITIVE_INFINITY);
      this.#known.set(pod, relief);
    }
    return relief;
  }
}

/** What an exchange changes to the first order: which partners are worth weighing. */
class Slopes {
  readonly #state: PlanState;
  readonly #known = new Map<number, readonly Float64Array[]>();

  constructor(state: PlanState) {
    this.#state = state;
  }

  /** The pods of a node that would ease both nodes most in this pod's place, the best first. */
  partners(pod: number, to: number): readonly number[] {
    const state = this.#state;
    const [here, there] = [this.#of(state.node[pod]!), this.#of(to)];
    const eased = state.podsOn[to]!.filter(
      (other) => state.mayGo(other) && state.ownerOf(other) !== state.ownerOf(pod),
    ).map((other) => ({ other, gain: state.eases(here, there, pod, other) }));
    return eased
      .filter(({ gain }) => gain > 0)
      .toSorted((a, b) => b.gain - a.gain || a.other - b.other)
      .slice(0, state.options.swapPartners)
      .map(({ other }) => other);
  }

  #of(node: number): readonly Float64Array[] {
    let steepness = this.#known.get(node);
    if (steepness === undefined) {
      steepness = this.#state.steepness(node);
      this.#known.set(node, steepness);
    }
    return steepness;
  }
}

interface SwapSearch {
  readonly state: PlanState;
  readonly reliefs: Reliefs;
  readonly slopes: Slopes;
  readonly atLeast: number;
}

function bestPartner(search: SwapSearch, pod: number, bar: Relocation | undefined): Relocation | undefined {
  const { state, reliefs, slopes, atLeast } = search;
  const from = state.node[pod]!;
  const hope = reliefs.of(pod) - state.priceOf(pod) - state.price;
  let best = bar;
  let most = bar === undefined ? atLeast : worthOf(bar);
  let weighed = 0;
  for (const to of state.targets()) {
    if (weighed === state.options.targets || state.risk(to) > state.risk(from)) break;
    if (to === from || !state.mayReach(pod, to)) continue;
    weighed++;
    if (hope + state.risk(to) <= most) continue;
    for (const other of slopes.partners(pod, to)) {
      const better = exchange(search, pod, other, most);
      if (better === undefined) continue;
      best = better;
      most = worthOf(better);
    }
  }
  return best === bar ? undefined : best;
}

/** Nobody can move two pods at one stroke: one of them must find room while the other is still there. */
const mayGoAhead = (state: PlanState, pod: number, to: number): boolean =>
  state.fits(pod, to, NOBODY) && state.staysCool(to, NOBODY, pod);

function exchange({ state, reliefs }: SwapSearch, pod: number, other: number, most: number): Relocation | undefined {
  const from = state.node[pod]!;
  const to = state.node[other]!;
  const price = state.priceOf(pod) + state.priceOf(other);
  const relief = reliefs.of(other);
  if (reliefs.of(pod) + relief - price <= most) return undefined;
  if (!state.fits(pod, to, other) || !state.fits(other, from, pod) || !state.staysCool(to, other, pod))
    return undefined;
  if (!mayGoAhead(state, pod, to) && !mayGoAhead(state, other, from)) return undefined;
  // what the hot node gives up of a resource it must not get back as something else
  if (!state.staysUnderShared(from, pod, other)) return undefined;
  const before = state.risk(from) + state.risk(to);
  const here = state.riskAfter(from, pod, other, state.risk(from) + relief - price - most);
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

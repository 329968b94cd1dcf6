import { NOBODY } from './load-table.ts';
import { Partners, Reliefs } from './exchange-partners.ts';
import type { PlanState } from './plan-state.ts';
import type { Relocation } from './relocation-plan.ts';
import { worthOf } from './best-move.ts';

/**
 * The two pods that avoid most beyond their two prices and `atLeast` where one takes the other's place: where the coolest nodes
 * are full by requests, or every single move is too coarse. The other goes where the first came from, or to a third node.
 */
export function bestExchange(state: PlanState, atLeast: number): Relocation | undefined {
  const search = { state, reliefs: new Reliefs(state), partners: new Partners(state), atLeast };
  let best: Relocation | undefined;
  for (const from of state.sources().slice(0, state.options.swapNodes)) {
    for (const pod of state.podsOn[from]!) if (state.mayGo(pod)) best = bestPartner(search, pod, best) ?? best;
  }
  return best;
}

interface ExchangeSearch {
  readonly state: PlanState;
  readonly reliefs: Reliefs;
  readonly partners: Partners;
  readonly atLeast: number;
}

/** The first leaves `from` for the place that the other has on `to`; `price` is that of both. */
interface Pair {
  readonly pod: number;
  readonly other: number;
  readonly from: number;
  readonly to: number;
  readonly price: number;
}

function bestPartner(search: ExchangeSearch, pod: number, bar: Relocation | undefined): Relocation | undefined {
  const { state, reliefs, partners, atLeast } = search;
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
    for (const other of partners.of(pod, to)) {
      const pair = { pod, other, from, to, price: state.priceOf(pod) + state.priceOf(other) };
      if (!mayTakePlace(search, pair, most)) continue;
      const better = exchange(search, pair, most) ?? chain(search, pair, most);
      if (better === undefined) continue;
      best = better;
      most = worthOf(better);
    }
  }
  return best === bar ? undefined : best;
}

/** Nobody moves two pods at one stroke: one of them must find room while the other is still there. */
const mayGoAhead = (state: PlanState, pod: number, to: number): boolean =>
  state.fits(pod, to, NOBODY) && state.staysCool(to, NOBODY, pod);

/** Whether the first could be where the other is, and both their leaving would be worth more. Two moves touch that node. */
function mayTakePlace({ state, reliefs }: ExchangeSearch, { pod, other, to, price }: Pair, most: number): boolean {
  if (state.touchesLeft(to) < 2 || reliefs.of(pod) + reliefs.of(other) - price <= most) return false;
  return state.fits(pod, to, other) && state.staysCool(to, other, pod);
}

/** The other goes where the first came from. */
function exchange({ state, reliefs }: ExchangeSearch, pair: Pair, most: number): Relocation | undefined {
  const { pod, other, from, to } = pair;
  if (state.touchesLeft(from) < 2 || !state.fits(other, from, pod)) return undefined;
  const goesAhead = mayGoAhead(state, pod, to);
  if (!goesAhead && !mayGoAhead(state, other, from)) return undefined;
  // what the hot node gives up of a resource it must not get back as something else
  if (!state.staysUnderShared(from, pod, other)) return undefined;
  const price = pair.price + state.startMinutes(pod, to, other) + state.startMinutes(other, from, pod);
  const before = state.risk(from) + state.risk(to);
  const here = state.riskAfter(from, pod, other, state.risk(from) + reliefs.of(other) - price - most);
  if (here === Number.POSITIVE_INFINITY) return undefined;
  const avoids = before - here - state.riskAfter(to, other, pod, before - here - price - most);
  const changes = [
    { node: from, leaving: pod, coming: other },
    { node: to, leaving: other, coming: pod },
  ];
  if (avoids - price <= most || !state.lowersEach(changes)) return undefined;
  const move = { pod, from, to };
  const back = { pod: other, from: to, to: from, makesRoomFor: pod };
  return { moves: goesAhead ? [move, back] : [back, move], avoids, price };
}

/** The other goes to a third node, and the first to a place that was not there before. */
function chain({ state, reliefs }: ExchangeSearch, pair: Pair, atLeast: number): Relocation | undefined {
  const { pod, other, from, to } = pair;
  if (state.fits(pod, to, NOBODY)) return undefined;
  const leastPrice = pair.price + state.startMinutes(pod, to, other);
  const before = reliefs.of(pod) + state.risk(to);
  const gained = before - state.riskAfter(to, other, pod, before - leastPrice - atLeast);
  let best: Relocation | undefined;
  let most = atLeast;
  for (const last of lastOfChain(state, other, from)) {
    const price = leastPrice + state.startMinutes(other, last);
    const bearable = gained + state.risk(last) - price - most;
    const avoids = gained + state.risk(last) - state.riskAfter(last, NOBODY, other, bearable);
    const changes = [
      { node: from, leaving: pod, coming: NOBODY },
      { node: to, leaving: other, coming: pod },
      { node: last, leaving: NOBODY, coming: other },
    ];
    if (avoids - price <= most || !state.lowersEach(changes)) continue;
    most = avoids - price;
    const ahead = { pod: other, from: to, to: last, makesRoomFor: pod };
    best = { moves: [ahead, { pod, from, to }], avoids, price };
  }
  return best;
}

/** Of the least risky nodes those that have room for a pod and stay cool with it. */
function lastOfChain(state: PlanState, pod: number, besides: number): readonly number[] {
  const found: number[] = [];
  for (const node of state.targets().slice(0, state.options.targets)) {
    if (found.length === state.options.chainTargets) break;
    if (node !== besides && node !== state.node[pod] && mayGoAhead(state, pod, node)) found.push(node);
  }
  return found;
}

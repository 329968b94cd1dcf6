import { below, mulberry32, type Rng } from '#base/mulberry32.ts';
import { NodeColumns } from '#simulation/replay/clairvoyant/node-columns.ts';
import type { ReplayInstance } from '#simulation/replay/instance.ts';

/** How a clairvoyant searches for a placement at step 1. */
export interface Annealing {
  readonly seed: number;
  readonly iterations: number;
  /** Steps of overload that a pod must save to be worth its move; 0 moves whatever helps. */
  readonly perMovedPod: number;
}

const hottest = 20;
const coldest = 0.02;
/** Between nodes without overload a step can only make room: so many of them are tried. */
const idleShare = 0.1;

/** A placement with little overload by simulated annealing over moves and swaps, from the start on. */
export function annealedPlacement(instance: ReplayInstance, annealing: Annealing): Int32Array {
  const rng = mulberry32(annealing.seed);
  const columns = new NodeColumns(instance);
  const search = new Search(columns, instance.start, annealing.perMovedPod);
  for (let iteration = 0; iteration < annealing.iterations; iteration++) {
    const heat = hottest * (coldest / hottest) ** (iteration / annealing.iterations);
    const allowed = -heat * Math.log(1 - rng()); // how much worse this step may make it
    if (rng() < 0.5) search.tryMove(rng, allowed);
    else search.trySwap(rng, allowed);
  }
  return search.best;
}

/** Walks over placements and keeps the best it has been at. */
class Search {
  best: Int32Array;
  readonly #columns: NodeColumns;
  readonly #start: Int32Array;
  readonly #perMovedPod: number;
  /** The cost here, over the cost at the beginning. */
  #cost = 0;
  #least = 0;

  constructor(columns: NodeColumns, start: Int32Array, perMovedPod: number) {
    this.#columns = columns;
    this.#start = start;
    this.#perMovedPod = perMovedPod;
    this.best = start.slice();
  }

  tryMove(rng: Rng, allowed: number): void {
    const { placement, cost } = this.#columns;
    const pod = below(rng, placement.length);
    const [from, to] = [placement[pod]!, below(rng, cost.length)];
    if (from === to || this.#isIdle(rng, from, to) || !this.#columns.hasRoom(pod, to)) return;
    const penalty = this.#penalty(pod, to);
    const here = this.#columns.costWith(from, undefined, pod) - cost[from]! + penalty;
    if (here > allowed) return;
    const change = here + this.#columns.costWith(to, pod, undefined, cost[to]! + allowed - here) - cost[to]!;
    if (change <= allowed) this.#accept(change, [pod, to]);
  }

  trySwap(rng: Rng, allowed: number): void {
    const { placement, cost } = this.#columns;
    const [pod, other] = [below(rng, placement.length), below(rng, placement.length)];
    const [here, there] = [placement[pod]!, placement[other]!];
    if (here === there || this.#isIdle(rng, here, there)) return;
    if (!this.#columns.hasRoom(pod, there, other) || !this.#columns.hasRoom(other, here, pod)) return;
    const penalty = this.#penalty(pod, there) + this.#penalty(other, here);
    const first = this.#columns.costWith(here, other, pod, cost[here]! + cost[there]! + allowed - penalty);
    const second = this.#columns.costWith(there, pod, other, cost[here]! + cost[there]! + allowed - penalty - first);
    const change = first + second - cost[here]! - cost[there]! + penalty;
    if (change <= allowed) this.#accept(change, [pod, there], [other, here]);
  }

  #isIdle(rng: Rng, here: number, there: number): boolean {
    const { cost } = this.#columns;
    return cost[here] === 0 && cost[there] === 0 && rng() >= idleShare;
  }

  #penalty(pod: number, to: number): number {
    const movedNow = this.#columns.placement[pod] === this.#start[pod] ? 0 : 1;
    return this.#perMovedPod * ((to === this.#start[pod] ? 0 : 1) - movedNow);
  }

  #accept(change: number, ...moves: readonly (readonly [number, number])[]): void {
    for (const [pod, to] of moves) this.#columns.move(pod, to);
    this.#cost += change;
    if (this.#cost >= this.#least - 1e-9) return;
    this.#least = this.#cost;
    this.best = this.#columns.placement.slice();
  }
}

import type { MoveMemory } from '#decisions/rescheduling/relocation-problem.ts';

/** One pod that left a node. Owners and pods are numbered as in the problems that the moves are remembered for. */
export interface PastMove {
  readonly at: number;
  readonly pod: number;
  readonly owner: number;
  readonly from: number;
}

export interface RestOptions {
  /** A pod stays where it has gone for so long. */
  readonly podRestMs: number;
  /** It does not return to a node that it left less than this ago. */
  readonly noReturnMs: number;
  /** A verdict may rest on samples from before a move for so long after it. */
  readonly verdictLagMs: number;
  /** After a move an owner rests; twice as long for each of its moves within the window, up to the longest. */
  readonly ownerRestMs: number;
  readonly ownerLongestRestMs: number;
  readonly ownerWindowMs: number;
  /** A pod that was moved so often within the window stays: it will be hot wherever it is. */
  readonly podMostMoves: number;
  readonly podWindowMs: number;
  /** A pod's earlier moves make the next one dearer by this factor each, less so as they fade. */
  readonly flapFactor: number;
  readonly flapFadeMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const restDefaults: RestOptions = {
  podRestMs: 6 * HOUR,
  noReturnMs: 25 * HOUR,
  verdictLagMs: 10 * MINUTE,
  ownerRestMs: 15 * MINUTE,
  ownerLongestRestMs: 6 * HOUR,
  ownerWindowMs: 48 * HOUR,
  podMostMoves: 6,
  podWindowMs: 28 * 24 * HOUR,
  flapFactor: 2,
  flapFadeMs: 7 * 24 * HOUR,
};

/** After so many times their fading moves weigh less than a hundredth. */
const FADED = 5;

/** The moves that may still matter, and what follows from them. One writer. */
export class PastMoves {
  readonly options: RestOptions;
  readonly #moves: PastMove[] = [];

  constructor(options: Partial<RestOptions> = {}) {
    this.options = { ...restDefaults, ...options };
  }

  /** Moves are recorded in the order of time; those that have faded are forgotten. */
  record(move: PastMove): void {
    this.#moves.push(move);
    const { flapFadeMs, noReturnMs, ownerWindowMs, podWindowMs } = this.options;
    const keptMs = Math.max(FADED * flapFadeMs, noReturnMs, ownerWindowMs, podWindowMs);
    const first = this.#moves.findIndex(({ at }) => move.at - at <= keptMs);
    this.#moves.splice(0, first);
  }

  /** How many began less than `windowMs` ago. */
  since(now: number, windowMs: number): number {
    let count = 0;
    for (let at = this.#moves.length - 1; at >= 0 && now - this.#moves[at]!.at < windowMs; at--) count++;
    return count;
  }

  memory(now: number, owner: Int32Array): MoveMemory {
    const { podRestMs, noReturnMs, verdictLagMs, podMostMoves, podWindowMs, flapFactor, flapFadeMs } = this.options;
    const lately = new Int32Array(owner.length);
    const flaps = new Float64Array(owner.length);
    const isResting = new Uint8Array(owner.length);
    const left = new Map<number, number[]>();
    const relieved = new Set<number>();
    for (const { pod, from, at } of this.#moves) {
      const age = now - at;
      flaps[pod]! += Math.exp(-age / flapFadeMs);
      if (age < podWindowMs) lately[pod]!++;
      if (age < podRestMs || lately[pod]! >= podMostMoves) isResting[pod] = 1;
      if (age < verdictLagMs) relieved.add(from);
      if (age < noReturnMs) left.set(pod, [...(left.get(pod) ?? []), from]);
    }
    const restingOwners = this.#restingOwners(now);
    for (let pod = 0; pod < owner.length; pod++) if (restingOwners.has(owner[pod]!)) isResting[pod] = 1;
    return {
      dearness: flaps.map((flap) => flapFactor ** flap),
      isResting,
      leftLately: (pod, node) => left.get(pod)?.includes(node) ?? false,
      wasRelieved: (node) => relieved.has(node),
    };
  }

  #restingOwners(now: number): ReadonlySet<number> {
    const { ownerRestMs, ownerLongestRestMs, ownerWindowMs } = this.options;
    const moves = new Map<number, { count: number; last: number }>();
    for (const { owner, at } of this.#moves) {
      if (now - at > ownerWindowMs) continue;
      moves.set(owner, { count: (moves.get(owner)?.count ?? 0) + 1, last: at });
    }
    const resting = new Set<number>();
    for (const [owner, { count, last }] of moves) {
      if (now - last < Math.min(ownerLongestRestMs, ownerRestMs * 2 ** (count - 1))) resting.add(owner);
    }
    return resting;
  }
}

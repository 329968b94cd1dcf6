import type { MoveMemory } from '#decisions/rescheduling/relocations/relocation-problem.ts';
import { pastOfPod, podPastDefaults, type PodPastOptions } from './pod-past.ts';

/** One pod that left a node. Owners and pods are numbered as in the problems that the moves are remembered for. */
export interface PastMove {
  readonly at: number;
  readonly pod: number;
  readonly owner: number;
  readonly from: number;
}

export interface RestOptions extends PodPastOptions {
  /** A verdict may rest on samples from before a move for so long after it. */
  readonly verdictLagMs: number;
  /** After a move an owner rests; twice as long for each of its moves within the window, up to the longest. */
  readonly ownerRestMs: number;
  readonly ownerLongestRestMs: number;
  readonly ownerWindowMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const restDefaults: RestOptions = {
  ...podPastDefaults,
  verdictLagMs: 10 * MINUTE,
  ownerRestMs: 15 * MINUTE,
  ownerLongestRestMs: 6 * HOUR,
  ownerWindowMs: 48 * HOUR,
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
    const moves = Map.groupBy(this.#moves, ({ pod }) => pod);
    const pasts = new Map([...moves].map(([pod, its]) => [pod, pastOfPod(its, now, this.options)]));
    const { verdictLagMs } = this.options;
    const relieved = new Set(this.#moves.flatMap(({ from, at }) => (now - at < verdictLagMs ? from : [])));
    const restingOwners = this.#restingOwners(now);
    return {
      dearness: (pod) => pasts.get(pod)?.dearness ?? 1,
      isResting: (pod) => pasts.get(pod)?.restsUntil !== undefined || restingOwners.has(owner[pod]!),
      leftLately: (pod, node) => pasts.get(pod)?.leftLately(node) ?? false,
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

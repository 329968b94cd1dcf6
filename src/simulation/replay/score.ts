import type { ReplayOutcome } from '#simulation/replay/run-replay.ts';

/** The least overload that is known to be possible when everything is known, stored with the instance. */
export interface ClairvoyantReference {
  /** Minutes above 80 % after so many moves at step 1: `[moves, minutes]`, ever fewer minutes. */
  readonly frontier: readonly (readonly [number, number])[];
  /** Minutes above 80 % of the best placement found, however many moves lead to it. */
  readonly repack: number;
  /** For small instances: the fewest moves known to leave no more than step 0 costs, and whether fewer were proved not to. */
  readonly optimum?: { readonly moves: number; readonly over80: number; readonly proved: boolean };
}

/** What a policy was worth; a number that has no meaning for an instance is absent. */
export interface ReplayScore {
  /** Share of the avoidable overload removed, against the clairvoyant with the same number of moves. */
  readonly aorEqualMoves?: number;
  /** The same, against the best placement found. */
  readonly aorRepack?: number;
  /** Minutes above 80 % avoided per eviction. */
  readonly minutesPerEviction?: number;
}

export function scoreOf(none: ReplayOutcome, outcome: ReplayOutcome, reference?: ClairvoyantReference): ReplayScore {
  const saved = none.over80 - outcome.over80;
  return {
    ...(outcome.evictions > 0 && { minutesPerEviction: saved / outcome.evictions }),
    ...(reference && shares(none.over80, saved, outcome.evictions, reference)),
  };
}

function shares(none: number, saved: number, evictions: number, reference: ClairvoyantReference): ReplayScore {
  const equal = none - withMoves(none, evictions, reference);
  const repack = none - reference.repack;
  return {
    ...(equal > 0 && { aorEqualMoves: saved / equal }),
    ...(repack > 0 && { aorRepack: saved / repack }),
  };
}

/** The clairvoyant's minutes with at most so many moves. */
export function withMoves(none: number, moves: number, { frontier }: ClairvoyantReference): number {
  return frontier.reduce((least, [cost, minutes]) => (cost <= moves ? Math.min(least, minutes) : least), none);
}

/** A move of a pod, or of one that it came instead of. `Node`: what nodes are told apart by. */
export interface Departure<Node> {
  readonly at: number;
  readonly from: Node;
}

/** What follows for a pod from the moves that it went through. */
export interface PodPast<Node> {
  /** How much dearer they make the next one, 1 where there was none. */
  readonly dearness: number;
  /** It stays where it is until then, in milliseconds since the Unix epoch; undefined where it may be moved now. */
  readonly restsUntil: number | undefined;
  readonly leftLately: (node: Node) => boolean;
}

export interface PodPastOptions {
  /** A pod stays where it has gone for so long. */
  readonly podRestMs: number;
  /** It does not return to a node that it left less than this ago. */
  readonly noReturnMs: number;
  /** A pod that was moved so often within the window stays: it will be hot wherever it is. */
  readonly podMostMoves: number;
  readonly podWindowMs: number;
  /** A pod's earlier moves make the next one dearer by this factor each, less so as they fade. */
  readonly flapFactor: number;
  readonly flapFadeMs: number;
}

const HOUR = 3_600_000;

export const podPastDefaults: PodPastOptions = {
  podRestMs: 2 * HOUR,
  noReturnMs: 25 * HOUR,
  podMostMoves: 6,
  podWindowMs: 28 * 24 * HOUR,
  flapFactor: 2,
  flapFadeMs: 7 * 24 * HOUR,
};

/** In whatever order the departures come. */
export function pastOfPod<Node>(
  departures: readonly Departure<Node>[],
  now: number,
  options: PodPastOptions,
): PodPast<Node> {
  const { podRestMs, noReturnMs, podMostMoves, podWindowMs, flapFactor, flapFadeMs } = options;
  const newestFirst = departures.map(({ at }) => at).toSorted((a, b) => b - a);
  const [last = -Infinity] = newestFirst;
  const tooOften = newestFirst[podMostMoves - 1] ?? -Infinity;
  const until = Math.max(last + podRestMs, tooOften + podWindowMs);
  const flaps = newestFirst.reduce((sum, at) => sum + Math.exp(-(now - at) / flapFadeMs), 0);
  return {
    dearness: flapFactor ** flaps,
    restsUntil: until > now ? until : undefined,
    leftLately: (node) => departures.some(({ from, at }) => from === node && now - at < noReturnMs),
  };
}

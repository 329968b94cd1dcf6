/** Where one sample lies: above the line, below the release level, or in the band between, both ends counted in. */
export type Place = 'above' | 'between' | 'below';

/** The two levels of a signal. */
export interface Line {
  readonly threshold: number;
  readonly release: number;
}

/** `samples` of the last `of` must agree before a verdict changes; `of` is at most 32. */
export interface HeatRule {
  readonly samples: number;
  readonly of: number;
}

/**
 * Where a signal of a node stands; the place in the list is what columns hold.
 *
 *              M of the last N above                     M of the last N below release
 *   undecided ───────────────────────▶ hot ─────────────────────────────────────────▶ cool
 *       │                               ▲  ◀───────────────────────────────────────────┘
 *       │   M of the last N not above   │            M of the last N above
 *       └───────────────────────────────┼──────────────────────────────────────────▶ cool
 *
 *   hot ──nothing heard for too long──▶ was-hot ──▶ decided anew, as from undecided
 *   cool ─nothing heard for too long──▶ undecided
 */
export const standings = ['undecided', 'hot', 'cool', 'was-hot'] as const;
export const UNDECIDED = 0;
export const HOT = 1;
export const COOL = 2;
export const WAS_HOT = 3;

/** The last samples of many signals of many nodes, a bit each, the newest lowest; a place is one signal of one node. */
export interface HeatColumns {
  readonly above: Uint32Array;
  readonly below: Uint32Array;
  /** How many samples the bits stand for, at most the rule's `of`. */
  readonly depth: Uint8Array;
  readonly standing: Uint8Array;
}

/** A share of the level within which a value counts as at it: sums and quotients of floats differ in their last bits. */
const JITTER = 1e-9;

/** A value at a level, to within the noise of floats, is neither above nor below it. */
export function placeOf(value: number, { threshold, release }: Line): Place {
  if (value > threshold + Math.abs(threshold) * JITTER) return 'above';
  return value < release - Math.abs(release) * JITTER ? 'below' : 'between';
}

/** Takes one more sample in; the caller sees to it that each is new. */
export function feedHeat(heat: HeatColumns, at: number, place: Place, rule: HeatRule): void {
  const window = 0xff_ff_ff_ff >>> (32 - rule.of);
  heat.above[at] = ((heat.above[at]! << 1) | Number(place === 'above')) & window;
  heat.below[at] = ((heat.below[at]! << 1) | Number(place === 'below')) & window;
  heat.depth[at] = Math.min(rule.of, heat.depth[at]! + 1);
  heat.standing[at] = nextStanding(heat, at, rule);
}

/** Lets the past go after a silence in which nobody knows what was: a heat only remembers that it was hot. */
export function restartHeat(heat: HeatColumns, at: number, standing: number): void {
  heat.above[at] = 0;
  heat.below[at] = 0;
  heat.depth[at] = 0;
  heat.standing[at] = standing;
}

/**
 * What is left of a standing after `silenceMs` without a sample. It is held for `forgetAfterMs`, so that a source that
 * goes blind flips nobody; then it is unknown, so that no node is hot for ever by a dead number. That it was hot still
 * bars the way to cool for as long again, for silence is no sign of coolness.
 */
export function standingAfter(standing: number, silenceMs: number, forgetAfterMs: number): number {
  if (!(silenceMs > forgetAfterMs)) return standing;
  return standing === HOT && silenceMs <= 2 * forgetAfterMs ? WAS_HOT : UNDECIDED;
}

function nextStanding(heat: HeatColumns, at: number, rule: HeatRule): number {
  const standing = heat.standing[at]!;
  const isHeating = countBits(heat.above[at]!) >= rule.samples;
  const isCooling = countBits(heat.below[at]!) >= rule.samples;
  switch (standing) {
    // where M is half of N or less both can hold: nothing changes then, else every sample would flip it
    case HOT:
      return isCooling && !isHeating ? COOL : HOT;
    case COOL:
      return isHeating && !isCooling ? HOT : COOL;
    default: {
      if (isHeating) return HOT;
      const notAbove = heat.depth[at]! - countBits(heat.above[at]!);
      // a full ring decides in any case: what is not hot by then is cool
      return notAbove >= rule.samples || heat.depth[at] === rule.of ? COOL : standing;
    }
  }
}

/** How many bits are set. */
export function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55_55_55_55);
  const fours = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33);
  return Math.imul((fours + (fours >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}

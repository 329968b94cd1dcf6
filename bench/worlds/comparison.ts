import type { Measures } from '../measure.ts';
import type { BothWays } from './both-ways.ts';

/** All that are to be played. */
export const WHOLE = 10_000;

interface Compared {
  readonly ours: number;
  readonly none: number;
}

/** One of the worlds that fared worst with us. */
interface Fared {
  readonly seed: number;
  readonly moves: number;
  readonly overLineMinutes: Compared;
  readonly lackedCoreMinutes: Compared;
}

/** What worlds came to together: all that is kept of them, so that a later run can go on. */
export interface WorldSums {
  readonly worlds: number;
  readonly overLineMinutes: Compared;
  readonly lackedCoreMinutes: Compared;
  /** How many had less overload with us than with nothing done, and more. */
  readonly better: number;
  readonly worse: number;
  readonly moves: number;
  readonly evictions: number;
  readonly pingPongs: number;
  readonly tookMs: number;
  /** How many migrations ended so, by `phase/reason`. */
  readonly ends: Readonly<Record<string, number>>;
  /** Where most was added to what there was comes first. */
  readonly worst: readonly Fared[];
  readonly broken: readonly string[];
}

/** So many of the worlds that fared worst with us are listed. */
const WORST = 10;

const nothing: WorldSums = {
  worlds: 0,
  overLineMinutes: { ours: 0, none: 0 },
  lackedCoreMinutes: { ours: 0, none: 0 },
  better: 0,
  worse: 0,
  moves: 0,
  evictions: 0,
  pingPongs: 0,
  tookMs: 0,
  ends: {},
  worst: [],
  broken: [],
};

/** How overload with us compares with doing nothing, over many worlds. */
export class Comparison {
  #sums: WorldSums;

  /** `before`: what earlier worlds came to, which these are added to. */
  constructor(before: WorldSums = nothing) {
    this.#sums = before;
  }

  get sums(): WorldSums {
    return this.#sums;
  }

  add(world: BothWays): void {
    const { seed, ours, none, moves, ends, tookMs, broken } = world;
    const sums = this.#sums;
    const fared = {
      seed,
      moves,
      overLineMinutes: { ours: ours.overLineMinutes, none: none.overLineMinutes },
      lackedCoreMinutes: { ours: ours.lackedCoreMinutes, none: none.lackedCoreMinutes },
    };
    this.#sums = {
      worlds: sums.worlds + 1,
      overLineMinutes: sum(sums.overLineMinutes, fared.overLineMinutes),
      lackedCoreMinutes: sum(sums.lackedCoreMinutes, fared.lackedCoreMinutes),
      better: sums.better + Number(added(fared) < 0),
      worse: sums.worse + Number(added(fared) > 0),
      moves: sums.moves + moves,
      evictions: sums.evictions + ours.evictions,
      pingPongs: sums.pingPongs + ours.pingPongs,
      tookMs: sums.tookMs + tookMs,
      ends: endsOf(sums.ends, ends),
      worst: [...sums.worst, fared].toSorted((a, b) => added(b) - added(a) || a.seed - b.seed).slice(0, WORST),
      broken: broken === undefined ? sums.broken : [...sums.broken, broken],
    };
  }

  measures(): Measures {
    const sums = this.#sums;
    const { worlds, worst, worse, broken, pingPongs } = sums;
    return {
      'worlds-run': { value: worlds, unit: 'worlds', goal: `>= ${WHOLE}` },
      'worlds-broken': { value: broken.length, unit: 'worlds', goal: '= 0' },
      'overload-left-mean': { value: left(sums.overLineMinutes), unit: 'of none' },
      'lacked-left-mean': { value: left(sums.lackedCoreMinutes), unit: 'of none' },
      'worlds-with-more-overload': { value: worse, unit: 'worlds' },
      'overload-added-worst': { value: worst.length === 0 ? 0 : added(worst[0]!), unit: 'node-min' },
      'moves-per-world': { value: sums.moves / worlds, unit: 'moves' },
      'evictions-per-world': { value: sums.evictions / worlds, unit: 'pods' },
      'ping-pongs': { value: pingPongs, unit: 'pods' },
      'world-seconds': { value: sums.tookMs / worlds / 1000, unit: 's' },
    };
  }

  text(): string {
    const { worlds, overLineMinutes, lackedCoreMinutes, better, worse, worst, moves, ends, broken } = this.#sums;
    const each = (total: number): string => Math.round(total / worlds).toLocaleString('en-US');
    return [
      ...broken,
      `a world, with nothing done and with us: ${each(overLineMinutes.none)} and ${each(overLineMinutes.ours)} node-minutes above 80 %,`,
      `  ${each(lackedCoreMinutes.none)} and ${each(lackedCoreMinutes.ours)} core-minutes wanted and not had`,
      `  less overload in ${better} worlds, as much in ${worlds - better - worse}, more in ${worse}${worse === 0 ? '' : '; most in'}`,
      ...worst.filter((world) => added(world) > 0).map(worstText),
      `moves: ${moves} in ${worlds} worlds; migrations that ended, or stand, as`,
      ...Object.entries(ends)
        .toSorted((a, b) => b[1] - a[1])
        .map(([end, times]) => `  ${String(times).padStart(6)}  ${end}`),
    ].join('\n');
  }
}

function endsOf(before: WorldSums['ends'], ends: WorldSums['ends']): WorldSums['ends'] {
  const all = { ...before };
  for (const [end, count] of Object.entries(ends)) all[end] = (all[end] ?? 0) + count;
  return all;
}

const sum = (one: Compared, other: Compared): Compared => ({
  ours: one.ours + other.ours,
  none: one.none + other.none,
});

const added = ({ overLineMinutes: { ours, none } }: Fared): number => ours - none;

const left = ({ ours, none }: Compared): number => (none === 0 ? 1 : ours / none);

function worstText({ seed, moves, overLineMinutes, lackedCoreMinutes }: Fared): string {
  const told = ({ ours, none }: Compared): string => `${Math.round(ours)} instead of ${Math.round(none)}`;
  return `    seed ${seed}, ${moves} moves: ${told(overLineMinutes)} node-minutes, ${told(lackedCoreMinutes)} core-minutes`;
}

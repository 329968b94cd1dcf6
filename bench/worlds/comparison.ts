import type { Measures } from '../measure.ts';
import type { BothWays } from './both-ways.ts';

interface Compared {
  readonly ours: number;
  readonly none: number;
}

interface Pair {
  readonly seed: number;
  /** Node-minutes above four fifths: with us, and with nothing done. */
  readonly overLine: Compared;
  /** Core-minutes that pods wanted and had not. */
  readonly lacked: Compared;
  readonly moves: number;
}

/** So many of the worlds that fared worst with us are listed. */
const WORST = 10;

/** How overload with us compares with doing nothing, over many worlds. */
export class Comparison {
  readonly #pairs: Pair[] = [];
  readonly #ends: Map<string, number> = new Map();

  get count(): number {
    return this.#pairs.length;
  }

  add({ seed, ours, none }: BothWays): void {
    const compared = (key: 'overLineMinutes' | 'lackedCoreMinutes'): Compared => ({
      ours: ours.score[key],
      none: none.score[key],
    });
    const [overLine, lacked] = [compared('overLineMinutes'), compared('lackedCoreMinutes')];
    this.#pairs.push({ seed, overLine, lacked, moves: ours.moves });
    for (const [end, count] of ours.ends) this.#ends.set(end, (this.#ends.get(end) ?? 0) + count);
  }

  measures(): Measures {
    return {
      'overload-left-mean': { value: left(this.#sums('overLine')), unit: 'of none' },
      'lacked-left-mean': { value: left(this.#sums('lacked')), unit: 'of none' },
      'overload-added-worst': { value: added(this.#worst()[0]!), unit: 'node-min' },
      'moves-per-world': { value: this.#moves / this.count, unit: 'moves' },
    };
  }

  text(): string {
    const [overLine, lacked] = [this.#sums('overLine'), this.#sums('lacked')];
    const better = this.#pairs.filter((pair) => added(pair) < 0).length;
    const worse = this.#pairs.filter((pair) => added(pair) > 0).length;
    return [
      `a world, with nothing done and with us: ${this.#mean(overLine.none)} and ${this.#mean(overLine.ours)} node-minutes above 80 %,`,
      `  ${this.#mean(lacked.none)} and ${this.#mean(lacked.ours)} core-minutes wanted and not had`,
      `  less overload in ${better} worlds, as much in ${this.count - better - worse}, more in ${worse}${worse === 0 ? '' : '; most in'}`,
      ...this.#worst()
        .filter((pair) => added(pair) > 0)
        .slice(0, WORST)
        .map(worstText),
      `moves: ${this.#moves} in ${this.count} worlds; migrations that ended, or stand, as`,
      ...[...this.#ends]
        .toSorted((a, b) => b[1] - a[1])
        .map(([end, times]) => `  ${String(times).padStart(6)}  ${end}`),
    ].join('\n');
  }

  get #moves(): number {
    return this.#pairs.reduce((sum, { moves }) => sum + moves, 0);
  }

  #sums(of: 'overLine' | 'lacked'): Compared {
    const sum = (key: keyof Compared): number => this.#pairs.reduce((total, pair) => total + pair[of][key], 0);
    return { ours: sum('ours'), none: sum('none') };
  }

  #mean(sum: number): string {
    return Math.round(sum / this.count).toLocaleString('en-US');
  }

  /** Where most was added to what there was comes first. */
  #worst(): readonly Pair[] {
    return this.#pairs.toSorted((a, b) => added(b) - added(a) || a.seed - b.seed);
  }
}

const added = ({ overLine: { ours, none } }: Pair): number => ours - none;
const left = ({ ours, none }: Compared): number => (none === 0 ? 1 : ours / none);

function worstText({ seed, overLine, lacked, moves }: Pair): string {
  const told = ({ ours, none }: Compared): string => `${Math.round(ours)} instead of ${Math.round(none)}`;
  return `    seed ${seed}, ${moves} moves: ${told(overLine)} node-minutes, ${told(lacked)} core-minutes`;
}

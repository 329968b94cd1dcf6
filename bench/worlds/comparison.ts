import type { Witnessed } from '#test/worlds/witness.ts';
import type { Measures } from '../measure.ts';

interface Pair {
  readonly seed: number;
  /** Node-minutes above four fifths: with us, and with nothing done. */
  readonly ours: number;
  readonly none: number;
}

/** How overload with us compares with doing nothing, over many worlds. */
export class Comparison {
  readonly #pairs: Pair[] = [];
  readonly #ends: Map<string, number> = new Map();
  #moves: number = 0;

  add(seed: number, ours: Witnessed, none: Witnessed): void {
    this.#pairs.push({ seed, ours: ours.score.overLineMinutes, none: none.score.overLineMinutes });
    this.#moves += ours.moves;
    for (const [end, count] of ours.ends) this.#ends.set(end, (this.#ends.get(end) ?? 0) + count);
  }

  measures(): Measures {
    const { ours, none } = this.#sums();
    return {
      'overload-left-mean': { value: none === 0 ? 1 : ours / none, unit: 'of none' },
      'overload-added-worst': { value: this.#worst().ours - this.#worst().none, unit: 'node-min' },
      'moves-per-world': { value: this.#moves / this.#pairs.length, unit: 'moves' },
    };
  }

  text(): string {
    const { ours, none } = this.#sums();
    const count = this.#pairs.length;
    const worst = this.#worst();
    const better = this.#pairs.filter((pair) => pair.ours < pair.none).length;
    const worse = this.#pairs.filter((pair) => pair.ours > pair.none).length;
    const lines = [
      `overload, node-minutes above 80 %: ${mean(none, count)} a world with nothing done, ${mean(ours, count)} with us`,
      `  less in ${better} worlds, as much in ${count - better - worse}, more in ${worse}`,
      `  worst: seed ${worst.seed}, ${Math.round(worst.ours)} instead of ${Math.round(worst.none)}`,
      `moves: ${this.#moves} in ${count} worlds; migrations that ended, or stand, as`,
      ...[...this.#ends]
        .toSorted((a, b) => b[1] - a[1])
        .map(([end, times]) => `  ${String(times).padStart(6)}  ${end}`),
    ];
    return lines.join('\n');
  }

  #sums(): Pick<Pair, 'ours' | 'none'> {
    const sum = (of: 'ours' | 'none'): number => this.#pairs.reduce((total, pair) => total + pair[of], 0);
    return { ours: sum('ours'), none: sum('none') };
  }

  /** Where most was added to what there was. */
  #worst(): Pair {
    return this.#pairs.reduce((worst, pair) => (pair.ours - pair.none > worst.ours - worst.none ? pair : worst));
  }
}

const mean = (sum: number, count: number): string => Math.round(sum / count).toLocaleString('en-US');

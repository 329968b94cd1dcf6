import type { Measures } from '../measure.ts';
import type { BothWays } from './both-ways.ts';

interface Compared {
  readonly ours: number;
  readonly none: number;
}

/** So many of the worlds that fared worst with us are listed. */
const WORST = 10;

/** How overload with us compares with doing nothing, over many worlds. */
export class Comparison {
  readonly #worlds: BothWays[] = [];

  get count(): number {
    return this.#worlds.length;
  }

  add(world: BothWays): void {
    this.#worlds.push(world);
  }

  measures(): Measures {
    const [worst] = this.#worst();
    return {
      'overload-left-mean': { value: left(this.#sums(overLine)), unit: 'of none' },
      'lacked-left-mean': { value: left(this.#sums(lacked)), unit: 'of none' },
      'worlds-with-more-overload': { value: this.#count((world) => added(world) > 0), unit: 'worlds' },
      'overload-added-worst': { value: added(worst!), unit: 'node-min' },
      'moves-per-world': { value: this.#mean(({ moves }) => moves), unit: 'moves' },
      'evictions-per-world': { value: this.#mean(({ ours }) => ours.evictions), unit: 'pods' },
      'ping-pongs': { value: this.#sum(({ ours }) => ours.pingPongs), unit: 'pods' },
      'world-seconds': { value: this.#mean(({ tookMs }) => tookMs) / 1000, unit: 's' },
    };
  }

  /** What no single number says: the worlds that fared worst with us, and how migrations ended. */
  beside(): Readonly<Record<string, unknown>> {
    const worst = this.#worst().slice(0, WORST);
    return {
      worst: worst.map((world) => ({ seed: world.seed, moves: world.moves, overLineMinutes: overLine(world) })),
      ends: Object.fromEntries(this.#ends()),
    };
  }

  text(): string {
    const [over, without] = [this.#sums(overLine), this.#sums(lacked)];
    const better = this.#count((world) => added(world) < 0);
    const worse = this.#count((world) => added(world) > 0);
    return [
      `a world, with nothing done and with us: ${this.#each(over.none)} and ${this.#each(over.ours)} node-minutes above 80 %,`,
      `  ${this.#each(without.none)} and ${this.#each(without.ours)} core-minutes wanted and not had`,
      `  less overload in ${better} worlds, as much in ${this.count - better - worse}, more in ${worse}${worse === 0 ? '' : '; most in'}`,
      ...this.#worst()
        .filter((world) => added(world) > 0)
        .slice(0, WORST)
        .map(worstText),
      `moves: ${this.#sum(({ moves }) => moves)} in ${this.count} worlds; migrations that ended, or stand, as`,
      ...this.#ends().map(([end, times]) => `  ${String(times).padStart(6)}  ${end}`),
    ].join('\n');
  }

  #ends(): readonly [string, number][] {
    const ends = new Map<string, number>();
    for (const world of this.#worlds)
      for (const [end, count] of Object.entries(world.ends)) ends.set(end, (ends.get(end) ?? 0) + count);
    return [...ends].toSorted((a, b) => b[1] - a[1]);
  }

  #sums(of: (world: BothWays) => Compared): Compared {
    return { ours: this.#sum((world) => of(world).ours), none: this.#sum((world) => of(world).none) };
  }

  #sum(of: (world: BothWays) => number): number {
    return this.#worlds.reduce((sum, world) => sum + of(world), 0);
  }

  #mean(of: (world: BothWays) => number): number {
    return this.#sum(of) / this.count;
  }

  #count(holds: (world: BothWays) => boolean): number {
    return this.#worlds.filter((world) => holds(world)).length;
  }

  #each(sum: number): string {
    return Math.round(sum / this.count).toLocaleString('en-US');
  }

  /** Where most was added to what there was comes first. */
  #worst(): readonly BothWays[] {
    return this.#worlds.toSorted((a, b) => added(b) - added(a) || a.seed - b.seed);
  }
}

/** Node-minutes above four fifths: with us, and with nothing done. */
const overLine = ({ ours, none }: BothWays): Compared => ({ ours: ours.overLineMinutes, none: none.overLineMinutes });

/** Core-minutes that pods wanted and had not. */
const lacked = ({ ours, none }: BothWays): Compared => ({ ours: ours.lackedCoreMinutes, none: none.lackedCoreMinutes });

function added(world: BothWays): number {
  const { ours, none } = overLine(world);
  return ours - none;
}

const left = ({ ours, none }: Compared): number => (none === 0 ? 1 : ours / none);

function worstText(world: BothWays): string {
  const told = ({ ours, none }: Compared): string => `${Math.round(ours)} instead of ${Math.round(none)}`;
  return `    seed ${world.seed}, ${world.moves} moves: ${told(overLine(world))} node-minutes, ${told(lacked(world))} core-minutes`;
}

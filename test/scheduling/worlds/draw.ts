/** Chance that can be repeated: the same seed draws the same things in the same order. */
export interface Draw {
  /** At least 0, below 1. */
  ratio(): number;
  chance(probability: number): boolean;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  /** Some of the list, in its order, each as likely as the other; at most `most`. */
  some<T>(list: readonly T[], most: number): T[];
  shuffled<T>(list: readonly T[]): T[];
  /** `count` things, each made anew. */
  many<T>(count: number, make: (index: number) => T): T[];
}

/** Draws from a text: xmur3 spreads it to a start, mulberry32 goes on from there. */
export function drawFrom(seed: string): Draw {
  const ratio = mulberry32(xmur3(seed));
  const whole = (from: number, to: number): number => from + Math.floor(ratio() * (to - from + 1));
  const pick = <T>(list: readonly T[]): T => list[whole(0, list.length - 1)]!;
  const shuffled = <T>(list: readonly T[]): T[] => {
    const left = [...list];
    return list.map(() => left.splice(whole(0, left.length - 1), 1)[0]!);
  };
  return {
    ratio,
    whole,
    pick,
    shuffled,
    chance: (probability) => ratio() < probability,
    some: (list, most) => {
      const taken = new Set(shuffled(list).slice(0, whole(0, most)));
      return list.filter((item) => taken.has(item));
    },
    many: (count, make) => Array.from({ length: count }, (_, index) => make(index)),
  };
}

function xmur3(text: string): number {
  let hash = 1779033703 ^ text.length;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 3432918353);
    hash = (hash << 13) | (hash >>> 19);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 2246822507);
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function mulberry32(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

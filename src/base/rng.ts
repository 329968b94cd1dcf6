import { mixed } from './hash.ts';

/** Numbers that look like chance and are the same for the same seed. */
export interface Rng {
  /** At least 0, below 1. */
  readonly float: () => number;
  /** A whole number of at least 0, below `bound`; each as likely as the next. */
  readonly int: (bound: number) => number;
  /** The items in an order of chance; the given ones stay as they are. */
  readonly shuffle: <T>(items: readonly T[]) => T[];
}

/** Chance from a seed: xoshiro128** by Blackman and Vigna (prng.di.unimi.it), its state spread from the seed. */
export function rngOf(seed: number): Rng {
  const word = xoshiro(seed);
  const int = (bound: number): number => unbiased(word, bound);
  return {
    // 53 bits: all that a double below 1 can tell apart
    float: () => ((word() >>> 5) * 67_108_864 + (word() >>> 6)) / 9_007_199_254_740_992,
    int,
    shuffle: (items) => shuffled(items, int),
  };
}

function xoshiro(seed: number): () => number {
  const spread = (step: number): number => mixed((seed + Math.imul(step, 0x9e37_79b9)) | 0);
  let a = spread(1);
  let b = spread(2);
  let c = spread(3);
  let d = spread(4);
  return () => {
    const word = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotated(d, 11);
    return word;
  };
}

function rotated(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

/** Words past the last whole multiple of `bound` are drawn anew: else the small numbers came up more often. */
function unbiased(word: () => number, bound: number): number {
  if (!Number.isSafeInteger(bound) || bound < 1 || bound > 2 ** 32) {
    throw new RangeError(`a whole number from 1 to 2^32 bounds the choice, not ${bound}`);
  }
  const end = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const drawn = word();
    if (drawn < end) return drawn % bound;
  }
}

/** Fisher and Yates: each place takes one of those not yet taken. */
function shuffled<T>(items: readonly T[], int: (bound: number) => number): T[] {
  const order = [...items];
  for (let place = order.length - 1; place > 0; place--) {
    const other = int(place + 1);
    [order[place], order[other]] = [order[other]!, order[place]!];
  }
  return order;
}

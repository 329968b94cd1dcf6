/** A source of numbers in [0, 1). */
export type Rng = () => number;

/** Tommy Ettinger's mulberry32: 32 bits of state, the same numbers for the same seed on every machine. */
export function mulberry32(seed: number): Rng {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number below `count`. */
export const below = (rng: Rng, count: number): number => Math.floor(rng() * count);

/** Fisher and Yates from the end: the numbers 0 to `count` - 1 in an order of the seed's own. */
export function shuffledOrder(count: number, rng: Rng): Int32Array {
  const order = Int32Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last--) {
    const chosen = below(rng, last + 1);
    const kept = order[last]!;
    order[last] = order[chosen]!;
    order[chosen] = kept;
  }
  return order;
}

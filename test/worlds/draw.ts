import type { Rng } from '#base/rng.ts';

/** From `least` to `most`, both counted in. */
export const between = (rng: Rng, least: number, most: number): number => least + rng.int(most - least + 1);

/** Likewise, small ones more often: a large world costs as much as many small ones. */
export const mostlySmall = (rng: Rng, least: number, most: number): number =>
  least + Math.floor((most - least + 1) * rng.float() ** 8);

export const oneOf = <T>(rng: Rng, items: readonly T[]): T => items[rng.int(items.length)]!;

export const chance = (rng: Rng, odds: number): boolean => rng.float() < odds;

import { generateWorld } from './generate-world.ts';
import type { WorldWish } from './world-wish.ts';

/** Whether a world still breaks the promise. */
export type StillBreaks = (wish: WorldWish) => Promise<boolean>;

const HOUR_MS = 3_600_000;

/** The smallest wish found whose world still breaks it: fewer hours, no troubles, fewer deeds. `atMs`: when it broke first. */
export async function shrink(wish: WorldWish, atMs: number, breaks: StillBreaks): Promise<WorldWish> {
  let smallest = wish;
  const accept = async (smaller: WorldWish): Promise<void> => {
    if (await breaks(smaller)) smallest = smaller;
  };
  await accept({ ...smallest, hours: Math.ceil(atMs / HOUR_MS) });
  await accept({ ...smallest, isCalm: true });
  const deeds = smallest.deeds ?? [...generateWorld({ ...wish, deeds: undefined }).spec.deeds.keys()];
  for (let run = deeds.length; run >= 1; run = Math.floor(run / 2)) {
    for (let at = 0; at < (smallest.deeds ?? deeds).length;) {
      const kept = smallest.deeds ?? deeds;
      const smaller = { ...smallest, deeds: kept.toSpliced(at, run) };
      if (await breaks(smaller)) smallest = smaller;
      else at += run;
    }
  }
  return smallest;
}

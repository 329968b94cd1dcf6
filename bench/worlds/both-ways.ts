import { ourRescheduler } from '#simulation/our-rescheduler.ts';
import { generateWorld } from '#test/worlds/generate-world.ts';
import type { Broken } from '#test/worlds/scene.ts';
import { shrink } from '#test/worlds/shrink.ts';
import { witness } from '#test/worlds/witness.ts';
import { commandOf, type WorldWish } from '#test/worlds/world-wish.ts';
import type { ScoreCard } from '#views/simulation/score-card.ts';
import { leftAlone } from './left-alone.ts';

/** What one world came to, with us and with nothing done. */
export interface BothWays {
  readonly seed: number;
  readonly ours: ScoreCard;
  readonly none: ScoreCard;
  readonly moves: number;
  /** How many migrations ended so, by `phase/reason`. */
  readonly ends: Readonly<Record<string, number>>;
  /** Both ways together. */
  readonly tookMs: number;
  /** The first promise that was broken, and the command that shows it in the smallest world found. */
  readonly broken?: string;
}

export async function bothWays(wish: WorldWish): Promise<BothWays> {
  const startedAt = performance.now();
  const world = generateWorld(wish);
  const { broken, moves, ends, score } = await witness(world, ourRescheduler);
  const none = await leftAlone(world);
  const tookMs = Math.round(performance.now() - startedAt);
  const [first] = broken;
  return {
    seed: wish.seed,
    ours: score,
    none,
    moves,
    ends: Object.fromEntries(ends),
    tookMs,
    ...(first === undefined ? {} : { broken: await toldOf(wish, first) }),
  };
}

async function toldOf(wish: WorldWish, { promise, what, atMs }: Broken): Promise<string> {
  const small = await shrink(wish, atMs, async (smaller) =>
    (await witness(generateWorld(smaller), ourRescheduler)).broken.some((one) => one.promise === promise),
  );
  return `seed ${wish.seed} breaks "${promise}": ${what}\n    ${commandOf(small)}`;
}

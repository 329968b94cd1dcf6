import { policyMover } from '#simulation/mover.ts';
import { ourRescheduler } from '#simulation/our-rescheduler.ts';
import { none } from '#simulation/policies/none.ts';
import { generateWorld } from '#test/worlds/generate-world.ts';
import type { Broken } from '#test/worlds/scene.ts';
import { shrink } from '#test/worlds/shrink.ts';
import { witness, type Witnessed } from '#test/worlds/witness.ts';
import { commandOf, type WorldWish } from '#test/worlds/world-wish.ts';

/** What one world came to, with us and with nothing done. */
export interface BothWays {
  readonly seed: number;
  readonly ours: Witnessed;
  readonly none: Witnessed;
  /** The first promise that was broken, and the command that shows it in the smallest world found. */
  readonly broken?: string;
}

export async function bothWays(wish: WorldWish): Promise<BothWays> {
  const world = generateWorld(wish);
  const ours = await witness(world, ourRescheduler);
  const [first] = ours.broken;
  return {
    seed: wish.seed,
    ours,
    none: await witness(world, policyMover(none)),
    ...(first === undefined ? {} : { broken: await toldOf(wish, first) }),
  };
}

async function toldOf(wish: WorldWish, { promise, what, atMs }: Broken): Promise<string> {
  const small = await shrink(wish, atMs, async (smaller) =>
    (await witness(generateWorld(smaller), ourRescheduler)).broken.some((one) => one.promise === promise),
  );
  return `seed ${wish.seed} breaks "${promise}": ${what}\n    ${commandOf(small)}`;
}

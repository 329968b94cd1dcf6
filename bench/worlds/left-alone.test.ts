import { expect, test } from 'vitest';
import { policyMover } from '#simulation/mover.ts';
import { none } from '#simulation/policies/none.ts';
import { generateWorld } from '#test/worlds/generate-world.ts';
import { witness } from '#test/worlds/witness.ts';
import { leftAlone } from './left-alone.ts';

test('a world that is left alone fares as one with a policy that does nothing', async () => {
  for (let seed = 1; seed <= 6; seed++) {
    const world = generateWorld({ seed, size: 'small' });
    const { score } = await witness(world, policyMover(none));
    expect(await leftAlone(world)).toEqual(score);
  }
});

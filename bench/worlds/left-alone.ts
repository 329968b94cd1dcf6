import { scheduleDeeds, type Watchers } from '#simulation/world/deeds.ts';
import { ScoreKeeper } from '#simulation/score-keeper.ts';
import { World } from '#simulation/world/world.ts';
import type { GeneratedWorld } from '#test/worlds/generate-world.ts';
import type { ScoreCard } from '#views/simulation/score-card.ts';

const nobody: Watchers = { blind: () => undefined, lead: () => undefined, restart: () => undefined };

/** How a world fares in which nobody watches and nothing is done: as with a policy that does nothing, without its passes. */
export async function leftAlone({ spec, lastsMs }: GeneratedWorld): Promise<ScoreCard> {
  const world = new World(spec);
  const keeper = new ScoreKeeper(world);
  scheduleDeeds(world, nobody);
  await world.core.clock.advance(lastsMs);
  return keeper.card();
}

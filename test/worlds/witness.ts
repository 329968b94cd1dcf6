import type { Mover } from '#simulation/mover.ts';
import { Simulation } from '#simulation/simulation.ts';
import type { RunLine } from '#simulation/run-journal.ts';
import type { ScoreCard } from '#views/simulation/score-card.ts';
import type { GeneratedWorld } from './generate-world.ts';
import { actsInOffice } from './promises/acts-in-office.ts';
import { budgetsHold } from './promises/budgets-hold.ts';
import { comesToRest } from './promises/comes-to-rest.ts';
import { cooldownsHold } from './promises/cooldowns-hold.ts';
import { leavesNothing } from './promises/leaves-nothing.ts';
import { limitsHold } from './promises/limits-hold.ts';
import { movesInSight } from './promises/moves-in-sight.ts';
import { podsRest } from './promises/pods-rest.ts';
import { replicasAsWished } from './promises/replicas-as-wished.ts';
import { staysAwake } from './promises/stays-awake.ts';
import { type Broken, Scene } from './scene.ts';

/** Held to while a world goes on. */
const always = [movesInSight, budgetsHold, cooldownsHold, limitsHold, actsInOffice, podsRest];

/** Held to while it goes on, and judged when it is over. */
const toTheEnd = [comesToRest, staysAwake];

/** Held to when it is over. */
const inTheEnd = [leavesNothing, replicasAsWished];

/** What a world came to. */
export interface Witnessed {
  readonly broken: readonly Broken[];
  readonly moves: number;
  /** How many migrations ended so, by `phase/reason`. */
  readonly ends: ReadonlyMap<string, number>;
  readonly score: ScoreCard;
}

/** Lets a world go by under a mover, and says which promises were not kept: told by the world alone. */
export async function witness(
  { spec, isSteady, lastsMs }: GeneratedWorld,
  mover: Mover,
  hear?: (line: RunLine) => void,
): Promise<Witnessed> {
  const simulation = new Simulation({ spec, mover, ...(hear === undefined ? {} : { hear }) });
  const scene = new Scene(simulation.world, { isSteady, lastsMs });
  for (const promise of always) promise(scene);
  const judged = toTheEnd.map((promise) => promise(scene));
  await simulation.advance(lastsMs);
  for (const promise of inTheEnd) promise(scene);
  for (const judge of judged) judge();
  await simulation.end();
  return { broken: scene.broken, moves: scene.moves.length, ends: endsIn(simulation), score: simulation.score };
}

function endsIn({ world }: Simulation): ReadonlyMap<string, number> {
  const ends = new Map<string, number>();
  for (const { status } of world.core.store.list('PodMigration')) {
    const end = `${status?.phase ?? 'New'}/${status?.history?.at(-1)?.reason ?? ''}`;
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  return ends;
}

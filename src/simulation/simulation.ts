import type { ScoreCard } from '#views/simulation/score-card.ts';
import type { LoadView } from '#load/load-view.ts';
import { Incumbent } from './incumbent.ts';
import { loadAwareScheduler } from './load-aware-scheduler.ts';
import type { Mover } from './mover.ts';
import { RunJournal, type RunLine } from './run-journal.ts';
import { ScoreKeeper } from './score-keeper.ts';
import { scheduleDeeds } from './world/deeds.ts';
import { World } from './world/world.ts';
import type { WorldSpec } from './world/world-spec.ts';

export interface SimulationParts {
  readonly spec: WorldSpec;
  readonly mover: Mover;
  /** Everything that is told, as it comes. */
  readonly hear?: (line: RunLine) => void;
}

/** One world with the product in it: the same loops as live, behind ports that are the world's, on the world's clock. */
export class Simulation {
  readonly world: World;
  readonly #parts: Required<SimulationParts>;
  readonly #score: ScoreKeeper;
  readonly #ended: Promise<void>[] = [];
  #incumbent: Incumbent;
  readonly #scheduler: Incumbent | undefined;
  #isBlind: boolean = false;
  #leads: boolean = true;

  constructor({ spec, mover, hear = () => undefined }: SimulationParts) {
    const world = new World(spec);
    this.world = world;
    this.#parts = { spec, mover, hear };
    this.#score = new ScoreKeeper(world);
    world.core.chronicle.read((event) => hear({ teller: 'world', ...event }));
    this.#incumbent = this.#begin(1);
    this.#scheduler = spec.scheduler === 'load-aware' ? this.#beginScheduler() : undefined;
    scheduleDeeds(world, {
      blind: (isBlind) => {
        this.#isBlind = isBlind;
        this.#incumbent.blind(isBlind);
        this.#scheduler?.blind(isBlind);
      },
      lead: (isLeading) => {
        this.#leads = isLeading;
        this.#incumbent.lead(isLeading);
      },
      restart: () => this.#restart(),
    });
  }

  /** Milliseconds since the world began. */
  get elapsedMs(): number {
    return this.world.core.clock.now() - this.world.spec.startsAt;
  }

  /** What the product knows of the world's load. */
  get seen(): LoadView {
    return this.#incumbent.seen;
  }

  get score(): ScoreCard {
    return this.#score.card();
  }

  advance(ms: number): Promise<void> {
    return this.world.core.clock.advance(ms);
  }

  /** Ends the loops; the world stands still. */
  async end(): Promise<void> {
    this.#ended.push(this.#incumbent.end());
    if (this.#scheduler !== undefined) this.#ended.push(this.#scheduler.end());
    await Promise.all(this.#ended);
  }

  /** Whoever runs is cut off in the middle of whatever it does; who comes next remembers nothing. */
  #restart(): void {
    this.#ended.push(this.#incumbent.end());
    this.#incumbent = this.#begin(this.#ended.length + 1);
    this.#incumbent.blind(this.#isBlind);
    this.#incumbent.lead(this.#leads);
  }

  #begin(boot: number): Incumbent {
    const journal = this.#journal(boot === 1 ? '' : `-${boot}`);
    return new Incumbent({ world: this.world, role: this.#parts.mover, journal });
  }

  /** It measures for itself, as every role does; to write that onto nodes is not its office. */
  #beginScheduler(): Incumbent {
    const scheduler = new Incumbent({
      world: this.world,
      role: loadAwareScheduler,
      journal: this.#journal('-scheduler'),
    });
    scheduler.lead(false);
    return scheduler;
  }

  #journal(whose: string): RunJournal {
    const { spec, hear } = this.#parts;
    return new RunJournal(this.world.core.clock, `world-${spec.seed}${whose}`, hear);
  }
}

import { annotationKeys } from '#load/annotation-text.ts';
import { annotationsDefaults } from '#load/annotation-options.ts';
import { builtInSignals } from '#load/built-in-signals.ts';
import { loadDefaults } from '#load/options.ts';
import type { LoadView } from '#load/load-view.ts';
import type { CollectOptions } from '#controllers/collect-load.ts';
import { compose, type House } from '#controllers/compose.ts';
import type { CollectObserver } from '#ports/collect-observer.ts';
import type { Subject } from '#ports/journal.ts';
import type { ScoreCard } from '#views/score-card.ts';
import { PolicyMover } from './policy-mover.ts';
import { none } from './policies/none.ts';
import type { ReplayPolicy } from './replay/policy.ts';
import { RunJournal, type RunLine } from './run-journal.ts';
import { ScoreKeeper } from './score-keeper.ts';
import { scheduleDeeds } from './world/deeds.ts';
import { World } from './world/world.ts';
import type { WorldSpec } from './world/world-spec.ts';

/** As Prometheus is usually asked: nodes over a minute, pods over a step of the policy. */
const NODE_WINDOW_MS = 60_000;
const INTERVAL_MS = 30_000;

const SELF: Subject = {
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  namespace: 'plimsoll-system',
  name: 'plimsoll',
};

const uncounted: CollectObserver = {
  passed: () => undefined,
  sourceFailed: () => undefined,
  refused: () => undefined,
  marked: () => undefined,
  planned: () => undefined,
};

export interface SimulationParts {
  readonly spec: WorldSpec;
  readonly policy: ReplayPolicy;
  /** Everything that is told, as it comes. */
  readonly hear?: (line: RunLine) => void;
}

/** One world with the product in it: the same loops as live, behind ports that are the world's, on the world's clock. */
export class Simulation {
  readonly world: World;
  readonly #house: House;
  readonly #score: ScoreKeeper;
  readonly #ending: AbortController = new AbortController();
  readonly #running: Promise<void>;
  #leads: boolean = true;

  constructor({ spec, policy, hear = () => undefined }: SimulationParts) {
    const world = new World(spec);
    const { clock, chronicle } = world.core;
    this.world = world;
    this.#score = new ScoreKeeper(world);
    chronicle.read((event) => hear({ teller: 'world', ...event }));
    const options = collectOptions();
    const keys = new Set(annotationKeys(options.lines.signals, options.lines.prefix));
    const isOurs = (key: string): boolean => keys.has(key);
    const [source, podSource] = [world.loadSource(NODE_WINDOW_MS), world.loadSource(spec.courses.stepMs)];
    const roster = world.roster(isOurs);
    const acting = (): AbortSignal | undefined => (this.#leads ? this.#ending.signal : undefined);
    const asking = (pod: string, course: number, from: number): void => this.#score.asked(pod, course, from);
    this.#house = compose({
      ports: {
        clock,
        journal: new RunJournal(clock, `world-${spec.seed}`, hear),
        roster,
        marker: world.marker(isOurs),
        observer: uncounted,
        source: () => source,
        acting,
      },
      self: SELF,
      collect: () => options,
      acting: () => (policy === none ? [] : [new PolicyMover({ world, source: podSource, policy, acting, asking })]),
    });
    scheduleDeeds(world, {
      blind: (isBlind) => [source, podSource].forEach((one) => one.blind(isBlind)),
      holdUpWatch: (isHeldUp) => (isHeldUp ? roster.holdUp() : roster.letGo()),
      lead: (isLeading) => (this.#leads = isLeading),
    });
    this.#running = this.#house.run(this.#ending.signal);
  }

  /** Milliseconds since the world began. */
  get elapsedMs(): number {
    return this.world.core.clock.now() - this.world.spec.startsAt;
  }

  /** What the product knows of the world's load. */
  get seen(): LoadView {
    return this.#house.collector.view;
  }

  get score(): ScoreCard {
    return this.#score.card();
  }

  advance(ms: number): Promise<void> {
    return this.world.core.clock.advance(ms);
  }

  /** Ends the loops; the world stands still. */
  async end(): Promise<void> {
    this.#ending.abort(new Error('the simulation has ended'));
    await this.#running;
    await this.#house.collector.stop();
  }
}

function collectOptions(): CollectOptions {
  const signals = builtInSignals(loadDefaults, annotationsDefaults);
  const lines = { signals, options: loadDefaults, prefix: annotationsDefaults.prefix };
  return {
    intervalMs: INTERVAL_MS,
    sampleEveryMs: INTERVAL_MS,
    lines,
    annotations: annotationsDefaults,
    pods: 'not-asked',
  };
}

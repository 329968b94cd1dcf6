import type { Mover } from '#simulation/mover.ts';
import { Simulation } from '#simulation/simulation.ts';
import type { RunLine } from '#simulation/run-journal.ts';
import type { WorldEvent } from '#simulation/world/chronicle.ts';
import type { WorldSpec } from '#simulation/world/world-spec.ts';
import type { RunSide, ShownMove } from '#views/simulation/run-picture.ts';
import type { ScoredRun } from '#views/simulation/score-card.ts';

/** Who moves pods, and what people call it. */
export interface NamedMover {
  readonly title: string;
  readonly mover: Mover;
}

/** As much of a world as is let pass at once; the two never drift further apart. */
const SLICE_MS = 60_000;

/** The same world twice, under two movers, in step. */
export class SideBySide {
  readonly wholeMs: number;
  /** Of the second world, newest last. */
  readonly moves: ShownMove[] = [];
  readonly #runs: readonly [Run, Run];

  constructor(spec: WorldSpec, movers: readonly [NamedMover, NamedMover]) {
    this.wholeMs = spec.courses.steps * spec.courses.stepMs;
    const [first, second] = movers;
    const hear = (line: RunLine): void => this.#hear(line, spec.startsAt);
    this.#runs = [
      { ...first, simulation: new Simulation({ spec, mover: first.mover }) },
      { ...second, simulation: new Simulation({ spec, mover: second.mover, hear }) },
    ];
  }

  get elapsedMs(): number {
    return this.#runs[0].simulation.elapsedMs;
  }

  get isOver(): boolean {
    return this.elapsedMs >= this.wholeMs;
  }

  get sides(): readonly [RunSide, RunSide] {
    return [sideOf(this.#runs[0]), sideOf(this.#runs[1])];
  }

  get scored(): readonly ScoredRun[] {
    return this.#runs.map(({ title, simulation }) => ({ policy: title, score: simulation.score }));
  }

  /** Lets both worlds go on for so long, or as far as they get before `isLate` says so; gives how far. */
  async advance(ms: number, isLate: () => boolean = () => false): Promise<number> {
    const from = this.elapsedMs;
    const until = Math.min(this.wholeMs, from + ms);
    while (this.elapsedMs < until && !isLate()) {
      const sliceMs = Math.min(SLICE_MS, until - this.elapsedMs);
      for (const { simulation } of this.#runs) await simulation.advance(sliceMs);
    }
    return this.elapsedMs - from;
  }

  async end(): Promise<void> {
    for (const { simulation } of this.#runs) await simulation.end();
  }

  #hear(line: RunLine, startsAt: number): void {
    const move =
      line.kind === 'move-begun' ? moveIn(line) : line.kind === 'migration-begun' ? this.#begun(line) : undefined;
    if (move === undefined) return;
    this.moves.push({ at: line.at - startsAt, ...move });
    if (this.moves.length > 100) this.moves.shift();
  }

  /** What is told of a migration says how; why, and where to, stands in itself. */
  #begun({ subject }: Extract<RunLine, { teller: 'plimsoll' }>): Omit<ShownMove, 'at'> | undefined {
    const { store } = this.#runs[1].simulation.world.core;
    const migration = store.get('PodMigration', `${subject?.namespace}/${subject?.name}`);
    if (migration === undefined) return undefined;
    const { podRef, targetNode = 'another node', reason } = migration.spec;
    return { pod: podRef.name, to: targetNode, why: reason };
  }
}

function moveIn({ of: pod, node: to = '', why = '' }: WorldEvent): Omit<ShownMove, 'at'> {
  return { pod: pod.slice(pod.indexOf('/') + 1), to, why };
}

interface Run extends NamedMover {
  readonly simulation: Simulation;
}

function sideOf({ title, simulation }: Run): RunSide {
  const nodes = [...simulation.world.workings.nodes.values()];
  return { title, shares: nodes.map(({ wanted, cores }) => wanted / cores), score: simulation.score };
}

import type { Mover } from '#simulation/mover.ts';
import type { RunLine } from '#simulation/run-journal.ts';
import { Simulation } from '#simulation/simulation.ts';
import type { WorldSpec } from '#simulation/world/world-spec.ts';
import { type MoveOutcome, moveOutcome } from '#views/simulation/move-outcomes.ts';
import type { ScoreCard } from '#views/simulation/score-card.ts';

const SAMPLE_MS = 300_000;

/** How a run stood at one instant. */
export interface RunSample {
  /** Milliseconds since the world began. */
  readonly atMs: number;
  readonly overloadedNodes: number;
  readonly overLineMinutes: number;
  readonly evictions: number;
}

export interface WorldRun {
  readonly policy: string;
  readonly score: ScoreCard;
  /** What the product's rescheduler wanted moved, and what became of it; empty of others. */
  readonly moves: readonly MoveOutcome[];
  readonly samples: readonly RunSample[];
}

export interface RunAsk {
  readonly spec: WorldSpec;
  readonly mover: Mover;
  readonly lastsMs: number;
  readonly hear?: (line: RunLine) => void;
  /** Told how much of it is done, 0..1. */
  readonly progress: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** One world under one mover, from its beginning to its end. */
export async function runWorld({ spec, mover, lastsMs, hear, progress, signal }: RunAsk): Promise<WorldRun> {
  const simulation = new Simulation({ spec, mover, ...(hear === undefined ? {} : { hear }) });
  const samples: RunSample[] = [];
  try {
    while (simulation.elapsedMs < lastsMs) {
      signal?.throwIfAborted();
      await simulation.advance(Math.min(SAMPLE_MS, lastsMs - simulation.elapsedMs));
      samples.push(sampleOf(simulation));
      progress(simulation.elapsedMs / lastsMs);
    }
  } finally {
    await simulation.end();
  }
  const migrations = [...simulation.world.core.store.list('PodMigration')];
  const moves = migrations.map((migration) => moveOutcome(migration, spec.startsAt));
  return { policy: mover.name, score: simulation.score, moves, samples };
}

function sampleOf(simulation: Simulation): RunSample {
  const { overLineMinutes, evictions } = simulation.score;
  const nodes = [...simulation.world.workings.nodes.values()];
  const overloadedNodes = nodes.filter(({ wanted, cores }) => wanted > 0.8 * cores).length;
  return { atMs: simulation.elapsedMs, overloadedNodes, overLineMinutes, evictions };
}

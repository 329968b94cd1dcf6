import { createHash } from 'node:crypto';
import { planetlabInstance } from '#simulation/replay/instances/planetlab.ts';
import type { Mover } from '#simulation/mover.ts';
import { Simulation } from '#simulation/simulation.ts';
import { worldOfInstance } from '#simulation/world-of-instance.ts';
import type { Measures } from '../measure.ts';
import { recordedDay, repositoryTraces } from '#app/recorded-load.ts';

const DAY_MS = 86_400_000;

interface WorldDay {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Of everything that was told, line by line. */
  readonly digest: string;
}

/** A recorded day through the whole simulator, twice with one seed: what it takes, and whether it tells the same. */
export async function worldDayMeasures(mover: Mover): Promise<Measures> {
  const [one, other] = [await worldDay(mover), await worldDay(mover)];
  return {
    'world-day-seconds': { value: Math.min(one.seconds, other.seconds), unit: 's', goal: '< 20' },
    'world-day-cpu-seconds': { value: Math.min(one.cpuSeconds, other.cpuSeconds), unit: 's' },
    'same-bytes': { value: Number(one.digest === other.digest), unit: 'of 1', goal: '= 1' },
  };
}

async function worldDay(mover: Mover): Promise<WorldDay> {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const shape = { capacity: 8, requestRatio: 0.2, start: 'least-allocated' } as const;
  const spec = worldOfInstance(planetlabInstance('PL', recordedDay(repositoryTraces, '20110303'), shape), 1);
  const told = createHash('sha256');
  const simulation = new Simulation({ spec, mover, hear: (line) => told.update(`${JSON.stringify(line)}\n`) });
  await simulation.advance(DAY_MS);
  await simulation.end();
  told.update(JSON.stringify(simulation.score));
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: (user + system) / 1e6,
    digest: told.digest('hex'),
  };
}

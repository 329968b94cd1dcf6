import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { RecordingWriter } from '#actuators/recording/recording-writer.ts';
import { runProgram } from '#app/program.ts';
import { aNodeSpec, aWorkload, aWorldSpec, coursesOf } from '#simulation/fixtures/a-world.ts';
import { type Mover, policyMover } from '#simulation/mover.ts';
import { ourRescheduler } from '#simulation/our-rescheduler.ts';
import { none } from '#simulation/policies/none.ts';
import { Simulation } from '#simulation/simulation.ts';
import type { WorldDeed, WorldSpec } from '#simulation/world/world-spec.ts';
import type { ScoreCard } from '#views/score-card.ts';
import { captured } from '#test/support/captured.ts';
import { aSession } from '#test/support/heard-look.ts';
import { lookAtWorld } from '#test/support/look-at-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-simulate-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MINUTE = 60_000;
const STEP = 5 * MINUTE;
/** A scrape is answered a second later. */
const LAG = 1500;
const HOURS = 4;
const steps = (HOURS * 60) / 5;

/** Three nodes of four cores and one of eight; one of them hot, by waves, for two hours. */
function aShop(deeds: readonly WorldDeed[]): WorldSpec {
  const wave = Array.from({ length: steps }, (_, step) => 1.05 + 0.1 * Math.sin(step / 3));
  const flat = (cores: number): number[] => Array.from({ length: steps }, () => cores);
  return aWorldSpec({
    nodes: [...['n1', 'n2', 'n3'].map((name) => aNodeSpec(name)), aNodeSpec('big', { cpuCores: 8 })],
    workloads: [
      aWorkload('web', { replicas: 3, startsOn: ['n1', 'n1', 'n1'], life: { courses: [0, 1, 2, 3] } }),
      aWorkload('api', { replicas: 2, startsOn: ['n2', 'n3'], life: { courses: [4, 5] }, budget: { maxUnavailable: 1 } }),
      aWorkload('db', { kind: 'StatefulSet', replicas: 2, life: { courses: [6, 7] } }),
      aWorkload('agent', { kind: 'DaemonSet', requests: { cpu: '50m' } }),
    ],
    courses: coursesOf(wave, wave, wave, flat(0.9), flat(0.6), flat(0.7), flat(0.5), flat(0.4)),
    deeds,
  });
}

interface Recorded {
  readonly file: string;
  readonly score: ScoreCard;
}

async function recorded(name: string, spec: WorldSpec, mover: Mover = policyMover(none)): Promise<Recorded> {
  const file = join(folder, name);
  const writer = new RecordingWriter(file, aSession(spec.startsAt), { prefix: 'metrics.' });
  const simulation = new Simulation({ spec, mover });
  for (let step = 1; step <= steps; step++) {
    await simulation.advance(step * STEP + LAG - simulation.elapsedMs);
    await writer.write(await lookAtWorld(simulation.world));
  }
  await simulation.end();
  return { file, score: simulation.score };
}

interface Run {
  readonly policy: string;
  readonly score: ScoreCard;
  readonly moves: readonly { readonly pod: string }[];
}

async function simulated(file: string, ...flags: readonly string[]): Promise<{ runs: readonly Run[]; out: string }> {
  const terminal = captured(['simulate', file, '-o', 'json', ...flags]);
  const code = await runProgram(terminal);
  expect(code, terminal.err()).toBe(0);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command promises to print
  return { ...(JSON.parse(terminal.out()) as { runs: Run[] }), out: terminal.out() };
}

describe('a world that was recorded and is run again', () => {
  test('x', async () => {
    const { file, score } = await recorded('calm.ndjson.gz', aShop([]));
    const { runs } = await simulated(file);
    console.log(score, JSON.stringify(runs.map(({ samples, ...r }: any) => r), undefined, 1));
    const d: WorldDeed[] = [{ afterMs: 32 * MINUTE, deed: 'scale', workload: 'web', replicas: 4 }, { afterMs: 120 * MINUTE, deed: 'scale', workload: 'web', replicas: 2 }];
    const b = await recorded('scaled.ndjson.gz', aShop(d));
    console.log(b.score, JSON.stringify((await simulated(b.file)).runs.map(({ samples, ...r }: any) => r), undefined, 1));
    const c = await recorded('acted.ndjson.gz', aShop(d), ourRescheduler);
    console.log(c.score, JSON.stringify((await simulated(c.file)).runs.map(({ samples, ...r }: any) => r), undefined, 1));
  });
});

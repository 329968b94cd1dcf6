import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { RecordingWriter } from '#actuators/recording/recording-writer.ts';
import { runProgram } from '#app/program.ts';
import { aNodeSpec, aWorkload, aWorldSpec, coursesOf } from '#simulation/fixtures/a-world.ts';
import { type Mover, policyMover } from '#simulation/mover.ts';
import { ourRescheduler } from '#simulation/our-rescheduler.ts';
import { none } from '#simulation/policies/none.ts';
import { Simulation } from '#simulation/simulation.ts';
import type { WorldDeed, WorldSpec } from '#simulation/world/world-spec.ts';
import type { ScoreCard } from '#views/simulation/score-card.ts';
import { captured } from '#test/support/captured.ts';
import { aSession } from '#test/support/heard-look.ts';
import { lookAtWorld } from '#test/support/look-at-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-simulate-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MINUTE = 60_000;
const STEP = 5 * MINUTE;
/** A scrape is answered a second later. */
const LAG = 1500;
const HOURS = 3;
const steps = (HOURS * 60) / 5;

/** Three nodes of four cores and one of eight; one of them hot, by waves, for two hours. */
function aShop(deeds: readonly WorldDeed[]): WorldSpec {
  const wave = Array.from({ length: steps }, (_, step) => 1.05 + 0.1 * Math.sin(step / 3));
  const flat = (cores: number): number[] => Array.from({ length: steps }, () => cores);
  return aWorldSpec({
    nodes: [...['n1', 'n2', 'n3'].map((name) => aNodeSpec(name)), aNodeSpec('big', { cpuCores: 8 })],
    workloads: [
      aWorkload('web', { replicas: 3, startsOn: ['n1', 'n1', 'n1'], life: { courses: [0, 1, 2, 3] } }),
      aWorkload('api', {
        replicas: 2,
        startsOn: ['n2', 'n3'],
        life: { courses: [4, 5] },
        budget: { maxUnavailable: 1 },
      }),
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

const scaled: readonly WorldDeed[] = [
  { afterMs: 32 * MINUTE, deed: 'scale', workload: 'web', replicas: 4 },
  // seen in the middle of it: then it is known when pods were told to go
  { afterMs: 120 * MINUTE, deed: 'scale', workload: 'web', replicas: 2 },
];

test('a recorded world that is run again leaves the same minutes, to the digit, and the rescheduler avoids them', async () => {
  const { file, score } = await recorded('scaled.ndjson.gz', aShop(scaled));
  const { runs } = await simulated(file, '--policy', 'none,lnu,plimsoll');
  const [idle, lnu, ours] = runs;
  const { overLineMinutes, evictions } = score;
  expect(overLineMinutes).toBeGreaterThan(30);
  expect(idle!.score).toMatchObject({ overLineMinutes, evictions, overFullMinutes: 0 });
  expect(ours!.score.overLineMinutes).toBeLessThan(overLineMinutes / 4);
  expect(ours!.moves.map(({ pod }) => pod)).toContainEqual(expect.stringMatching(/^shop\/web-/));
  expect(lnu!.score.overLineMinutes).toBeLessThan(overLineMinutes);
});

test('the same recording gives the same run, to the byte', async () => {
  const { file } = await recorded('bytes.ndjson.gz', aShop(scaled));
  const { out } = await simulated(file, '--lasts', '45m');
  expect(out).toContain('"pod": "shop/web-');
  expect((await simulated(file, '--lasts', '45m')).out).toBe(out);
});

test('what the rescheduler did while it was recorded is not in the past', async () => {
  const acted = await recorded('acted.ndjson.gz', aShop(scaled), ourRescheduler);
  const idle = await recorded('idle.ndjson.gz', aShop(scaled));
  const [again] = (await simulated(acted.file, '--policy', 'none')).runs;
  expect(acted.score.overLineMinutes).toBeLessThan(idle.score.overLineMinutes / 4);
  expect(again!.score.evictions).toBe(0);
  // what a pod used in the first minutes after a move is taken to be what was known before: that may be off by a step
  const offBy = Math.abs(again!.score.overLineMinutes - idle.score.overLineMinutes);
  expect(offBy / 5).toBeLessThanOrEqual(acted.score.evictions);
});

test('what people and fate did is done again: rollouts, deletions, cordons, lost and removed nodes', async () => {
  const deeds: readonly WorldDeed[] = [
    { afterMs: 22 * MINUTE, deed: 'roll-out', workload: 'api' },
    { afterMs: 41 * MINUTE, deed: 'delete-pod', workload: 'db' },
    { afterMs: 58 * MINUTE, deed: 'cordon', node: 'n3' },
    { afterMs: 73 * MINUTE, deed: 'lose-node', node: 'n2' },
    { afterMs: 93 * MINUTE, deed: 'bring-node-back', node: 'n2' },
    { afterMs: 111 * MINUTE, deed: 'remove-node', node: 'n3' },
    { afterMs: 133 * MINUTE, deed: 'delete', workload: 'web' },
  ];
  const { file } = await recorded('fate.ndjson.gz', aShop(deeds));
  const journal = join(folder, 'fate.journal.ndjson');
  await simulated(file, '--policy', 'none', '--journal', journal);
  const told = (await readFile(journal, 'utf8'))
    .trim()
    .split('\n')
    .map((line): { kind: string; of: string; at: number } => JSON.parse(line));
  const minutesOf = (kind: string, of: RegExp): number[] =>
    told
      .filter((line) => line.kind === kind && of.test(line.of))
      .map(({ at }) => (at - aWorldSpec().startsAt) / MINUTE);
  const near = (minutes: number) => ({ asymmetricMatch: (got: unknown) => Math.abs(Number(got) - minutes) <= 2.6 });
  // one of them ran on the node that was lost, and was told to go after the time it tolerates
  expect(minutesOf('pod-created', /^shop\/api-/)).toEqual([near(22), near(22), near(79)]);
  expect(minutesOf('pod-ending', /^shop\/api-/)).toEqual([near(22), near(22), near(79)]);
  expect(minutesOf('pod-created', /^shop\/db-/)).toContainEqual(near(41));
  expect(minutesOf('node-cordoned', /^n3$/)).toEqual([near(58)]);
  expect(minutesOf('node-lost', /^n2$/)).toEqual([near(73)]);
  expect(minutesOf('node-back', /^n2$/)).toEqual([near(93)]);
  expect(minutesOf('node-left', /^n3$/)).toEqual([near(111)]);
  expect(minutesOf('pod-ending', /^shop\/web-/)).toEqual([near(133), near(133), near(133)]);
});

describe('of what was wanted and not had a recording knows nothing', () => {
  test('so a node is full in it where it was overfull, and no more', async () => {
    const spec = aWorldSpec({
      nodes: [aNodeSpec('n1')],
      workloads: [aWorkload('web', { replicas: 3, startsOn: ['n1', 'n1', 'n1'], life: { courses: [0, 1, 2] } })],
      courses: coursesOf([2], [2], [2]),
    });
    const { file, score } = await recorded('overfull.ndjson.gz', spec);
    const [again] = (await simulated(file, '--policy', 'none')).runs;
    expect(score).toMatchObject({ overFullMinutes: score.overLineMinutes });
    expect(again!.score.overFullMinutes).toBe(0);
    expect(again!.score.lackedCoreMinutes).toBeCloseTo(0);
    expect(again!.score.overLineMinutes).toBeCloseTo(score.overLineMinutes, 1);
  });
});

const refused = [
  {
    name: 'what is packed and no recording',
    bytes: gzipSync('{"kind":"nothing"}\n'),
    error: 'recording/not-a-recording',
  },
  { name: 'what is no text', bytes: Buffer.from([0xff, 0xfe, 0x00, 0x01]), error: 'simulate/neither' },
  { name: 'what is text and no mapping', bytes: Buffer.from('just words\n'), error: 'simulate/neither' },
];
for (const { name, bytes, error } of refused) {
  test(`${name} is neither a world nor a recording`, async () => {
    const file = join(folder, 'neither');
    await writeFile(file, bytes);
    const terminal = captured(['simulate', file]);
    expect([await runProgram(terminal), terminal.out()]).toEqual([2, '']);
    expect(terminal.err()).toMatch(new RegExp(`^error\\[${error}\\]: `));
  });
}

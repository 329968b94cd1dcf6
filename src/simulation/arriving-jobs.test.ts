import { expect, test } from 'vitest';
import { arrivingJobs } from './arriving-jobs.ts';
import { aWorkload, aWorldSpec, coursesOf } from './fixtures/a-world.ts';
import { policyMover } from './mover.ts';
import { none } from './policies/none.ts';
import type { SurfJob } from './replay/traces/surf-week.ts';
import type { RunLine } from './run-journal.ts';
import { Simulation } from './simulation.ts';
import { evict } from './world/controllers/evictions.ts';
import type { WorldSpec } from './world/world-spec.ts';

const MINUTE = 60_000;

const aJob = (submittedAtSeconds: number, ...permille: readonly number[]): SurfJob => ({
  submittedAtSeconds,
  durationSeconds: 300 * permille.length,
  cores: 16,
  permille: Uint16Array.from(permille),
});

function aWorldOf(jobs: readonly SurfJob[], share = 1): WorldSpec {
  const each = aWorkload('job', { kind: 'Job', requests: { cpu: '1' }, limits: { cpu: '2' } });
  const { arrivals, rows } = arrivingJobs({
    jobs,
    share,
    each,
    cores: 2,
    lastsMs: 60 * MINUTE,
    steps: 12,
    firstCourse: 0,
  });
  return aWorldSpec({
    courses: coursesOf(...rows),
    deeds: arrivals.map(({ afterMs, workload }) => ({ afterMs, deed: 'create', create: workload })),
  });
}

function simulated(spec: WorldSpec): { readonly simulation: Simulation; readonly told: (kind: string) => string[] } {
  const lines: RunLine[] = [];
  const simulation = new Simulation({ spec, mover: policyMover(none), hear: (line) => lines.push(line) });
  const minutes = (at: number): number => Math.round((10 * (at - spec.startsAt)) / MINUTE) / 10;
  const told = (kind: string): string[] =>
    lines.flatMap((line) =>
      line.teller === 'world' && line.kind === kind
        ? [`${minutes(line.at)} ${line.of.replace(/-[a-z0-9]{5}$/, '')}`]
        : [],
    );
  return { simulation, told };
}

const wanted = ({ world }: Simulation): number =>
  [...world.workings.nodes.values()].reduce((sum, node) => sum + node.wanted, 0);

test('a job comes when it was submitted, uses what it used, ends when it had run as long, and is gone', async () => {
  const { simulation, told } = simulated(aWorldOf([aJob(600, 500, 1000)]));
  await simulation.advance(12 * MINUTE);
  expect(wanted(simulation)).toBe(1);
  await simulation.advance(4 * MINUTE);
  expect(wanted(simulation)).toBe(2);
  await simulation.advance(14 * MINUTE);
  expect([told('workload-created'), told('pod-running'), told('pod-finished')]).toEqual([
    ['10 shop/job-1'],
    ['10.2 shop/job-1'],
    ['20.2 shop/job-1'],
  ]);
  expect([...simulation.world.core.store.list('Job')]).toEqual([]);
  expect([...simulation.world.core.store.list('Pod')]).toEqual([]);
  await simulation.end();
});

test('a job that is evicted begins anew', async () => {
  const { simulation, told } = simulated(aWorldOf([aJob(0, 500, 1000, 1000)]));
  await simulation.advance(11 * MINUTE);
  expect(wanted(simulation)).toBe(2);
  const [pod] = simulation.world.core.store.podsIn('shop');
  evict(simulation.world.core, { namespace: 'shop', name: pod!.metadata.name });
  await simulation.advance(MINUTE);
  expect(wanted(simulation)).toBe(1);
  await simulation.advance(30 * MINUTE);
  expect(told('pod-finished')).toEqual(['26.2 shop/job-1']);
  await simulation.end();
});

test('of a share, every so manieth is taken; what comes after the end is not', () => {
  const jobs = Array.from({ length: 8 }, (_, number) => aJob(500 * number, 1000));
  const created = aWorldOf(jobs, 0.5).deeds.map(({ afterMs }) => afterMs / 1000);
  expect(created).toEqual([500, 1500, 2500, 3500]);
  expect(aWorldOf([aJob(3601, 1000)]).deeds).toEqual([]);
});

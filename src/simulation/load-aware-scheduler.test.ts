import { expect, test } from 'vitest';
import { aNodeSpec, aWorkload, aWorldSpec, coursesOf } from './fixtures/a-world.ts';
import { policyMover } from './mover.ts';
import { none } from './policies/none.ts';
import type { RunLine } from './run-journal.ts';
import { Simulation } from './simulation.ts';
import { metricsPipeline } from './world/nodes/scrapes.ts';
import type { WorldDeed, WorldSpec } from './world/world-spec.ts';

const MINUTE_MS = 60_000;
const HOUR_STEPS = 12;
const steady = (cores: number): number[] => Array<number>(HOUR_STEPS).fill(cores);

/** A pod that comes by and by. */
const newcomer = (afterMinutes: number, name = 'new'): WorldDeed => ({
  afterMs: afterMinutes * MINUTE_MS,
  deed: 'create',
  create: aWorkload(name, { kind: 'ReplicaSet', life: { courses: [2] } }),
});

/** On n1 little is requested and much is used, on n2 much is requested and next to nothing used; both have room. */
function misjudged(more: Partial<WorldSpec> = {}): WorldSpec {
  const busy = aWorkload('busy', {
    kind: 'ReplicaSet',
    requests: { cpu: '500m' },
    startsOn: ['n1'],
    life: { courses: [0] },
  });
  const idle = aWorkload('idle', {
    kind: 'ReplicaSet',
    requests: { cpu: '3' },
    startsOn: ['n2'],
    life: { courses: [1] },
  });
  return aWorldSpec({
    scheduler: 'load-aware',
    nodes: ['n1', 'n2'].map((name) => aNodeSpec(name)),
    workloads: [busy, idle],
    courses: coursesOf(steady(3), steady(0.1), steady(0.5)),
    deeds: [newcomer(10)],
    ...more,
  });
}

async function run(spec: WorldSpec): Promise<{ lines: readonly RunLine[]; placed: readonly string[] }> {
  const lines: RunLine[] = [];
  const simulation = new Simulation({ spec, mover: policyMover(none), hear: (line) => lines.push(line) });
  await simulation.advance(60 * MINUTE_MS);
  await simulation.end();
  const placed = lines.flatMap((line) => (line.kind === 'pod-placed' && 'node' in line ? [line.node] : []));
  return { lines, placed };
}

const ofWorld = (lines: readonly RunLine[]): readonly RunLine[] => lines.filter(({ teller }) => teller === 'world');

test('requests send a pod to the busy node, load scores to the one that is truly cool', async () => {
  expect((await run(misjudged({ scheduler: 'default' }))).placed).toEqual(['n1']);
  expect((await run(misjudged())).placed).toEqual(['n2']);
});

test('it knows no more than the metrics told: what has just changed is not known yet', async () => {
  const turned = (before: number, after: number): number[] =>
    steady(before).map((cores, step) => (step < 4 ? cores : after));
  const courses = coursesOf(turned(3, 0.1), turned(0.1, 3), steady(0.5));
  const pipeline = { ...metricsPipeline, lagMs: MINUTE_MS };
  const deeds = [newcomer(20.5)];
  expect((await run(misjudged({ courses, pipeline, deeds }))).placed).toEqual(['n2']);
});

const blind = (afterMinutes: number): WorldDeed => ({ afterMs: afterMinutes * MINUTE_MS, deed: 'blind' });
const without = [
  { name: 'that never came', more: { deeds: [blind(0), newcomer(10)] } },
  { name: 'that are gone', more: { deeds: [blind(10), newcomer(30)] } },
  { name: 'that are scraped in vain', more: { pipeline: { ...metricsPipeline, loss: 1 } } },
  { name: 'of which half is lost', more: { deeds: [lost('n1'), newcomer(30)] } },
] as const;

function lost(node: string): WorldDeed {
  return { afterMs: 10 * MINUTE_MS, deed: 'lose-exporter', node };
}

for (const { name, more } of without) {
  test(`C-07: with metrics ${name} pods are placed as the default would, none later`, async () => {
    const [weighing, not] = [await run(misjudged(more)), await run(misjudged({ ...more, scheduler: 'default' }))];
    expect(not.placed).toEqual(['n1']);
    expect(ofWorld(weighing.lines)).toEqual(ofWorld(not.lines));
  });
}

test('metrics that come back are heeded again', async () => {
  const see: WorldDeed = { afterMs: 30 * MINUTE_MS, deed: 'see' };
  const deeds = [blind(0), newcomer(10), see, newcomer(40, 'later')];
  expect((await run(misjudged({ deeds }))).placed).toEqual(['n1', 'n2']);
});

test('who measures for the scheduler writes nothing onto nodes: the marks are those of the collector alone', async () => {
  const deeds: readonly WorldDeed[] = [{ afterMs: 0, deed: 'lose-leader' }, newcomer(10)];
  const simulation = new Simulation({ spec: misjudged({ deeds }), mover: policyMover(none) });
  await simulation.advance(20 * MINUTE_MS);
  await simulation.end();
  const marks = [...simulation.world.core.store.list('Node')].map(({ metadata }) => metadata.annotations ?? {});
  expect(marks).toEqual([{}, {}]);
});

test('a seed gives the same run to the byte', async () => {
  const noisy = misjudged({ pipeline: { ...metricsPipeline, loss: 0.3, skewMs: 2000 }, seed: 5 });
  const bytes = async (): Promise<string> => JSON.stringify((await run(noisy)).lines);
  expect(await bytes()).toBe(await bytes());
});

import { expect, test } from 'vitest';
import { rngOf } from '#base/rng.ts';
import { aNodeSpec, aWorkload, aWorldSpec, coursesOf } from './fixtures/a-world.ts';
import { lowNodeUtilization, lowNodeUtilizationForms } from './policies/low-node-utilization.ts';
import { policyMover } from './mover.ts';
import { none } from './policies/none.ts';
import type { ReplayInstance } from './replay/instance.ts';
import { runReplay } from './replay/run-replay.ts';
import type { RunLine } from './run-journal.ts';
import { Simulation } from './simulation.ts';
import { worldOfInstance } from './world-of-instance.ts';
import type { WorldSpec } from './world/world-spec.ts';

const lnu = lowNodeUtilization(lowNodeUtilizationForms[0]!);
const HOUR_MS = 3_600_000;

/** Two nodes of four cores; three pods of 1.3 cores on the first, and nothing on the second. */
function lopsided(more: Partial<WorldSpec> = {}): WorldSpec {
  const pod = (name: string, course: number) =>
    aWorkload(name, { kind: 'ReplicaSet', startsOn: ['n1'], life: { courses: [course] } });
  return aWorldSpec({
    nodes: ['n1', 'n2'].map((name) => aNodeSpec(name)),
    workloads: [pod('a', 0), pod('b', 1), pod('c', 2)],
    courses: coursesOf([1.3, 1.3], [1.3, 1.3], [1.3, 1.3]),
    ...more,
  });
}

async function run(spec: WorldSpec, policy = lnu): Promise<{ lines: readonly RunLine[]; simulation: Simulation }> {
  const lines: RunLine[] = [];
  const simulation = new Simulation({ spec, mover: policyMover(policy), hear: (line) => lines.push(line) });
  await simulation.advance(HOUR_MS);
  await simulation.end();
  return { lines, simulation };
}

test('where nothing is moved, every minute above the line is counted', async () => {
  const { simulation } = await run(lopsided(), none);
  expect(simulation.score).toMatchObject({ overLineMinutes: 60, overFullMinutes: 0, evictions: 0, unreadyMinutes: 0 });
});

test('the collector of the live program sees the node become hot, and marks it', async () => {
  const { lines, simulation } = await run(lopsided(), none);
  expect(lines.filter(({ kind }) => kind === 'node-hot')).toHaveLength(1);
  const { annotations } = simulation.world.core.store.get('Node', 'n1')!.metadata;
  expect(annotations).toMatchObject({ 'metrics.cpu': '0.975', 'metrics.overloaded': 'true' });
});

test('who is cut off while nobody sleeps is followed by another, who goes on to the end', async () => {
  const { simulation } = await run(lopsided({ deeds: [{ afterMs: HOUR_MS / 6, deed: 'restart' }] }), none);
  const { annotations = {} } = simulation.world.core.store.get('Node', 'n1')!.metadata;
  const age = simulation.world.core.clock.now() - Date.parse(annotations['metrics.last-updated']!);
  expect(age).toBeLessThan(3 * 60_000);
});

test('a policy moves a pod: evicted, made again, placed where it was meant to, ready; and the node is cool', async () => {
  const { lines, simulation } = await run(lopsided());
  const story = lines.flatMap((line) => (line.teller === 'world' ? [line.kind] : []));
  const moved = [
    'pod-ending',
    'evicted',
    'move-begun',
    'pod-created',
    'move-landed',
    'pod-placed',
    'pod-gone',
    'pod-running',
    'pod-ready',
  ];
  expect(story).toEqual(moved);
  expect(lines.find(({ kind }) => kind === 'pod-placed')).toMatchObject({ node: 'n2' });
  const { overLineMinutes, evictions, unreadyMinutes } = simulation.score;
  expect(overLineMinutes).toBeLessThan(10);
  expect([evictions, unreadyMinutes > 0]).toEqual([1, true]);
});

test('a seed gives the same run to the byte, another seed another', async () => {
  const bytes = async (seed: number): Promise<string> => JSON.stringify((await run(lopsided({ seed }))).lines);
  const [one, same, other] = [await bytes(7), await bytes(7), await bytes(8)];
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});

test('a source that goes blind is told, and nothing is moved meanwhile', async () => {
  const deeds = [
    { afterMs: 0, deed: 'blind' },
    { afterMs: 1_800_000, deed: 'see' },
  ] as const;
  const { lines } = await run(lopsided({ deeds }));
  const moved = lines.find(({ kind }) => kind === 'evicted');
  expect(moved!.at - lopsided().startsAt).toBeGreaterThan(1_800_000);
  expect(lines.map(({ kind }) => kind)).toContain('source-recovered');
});

test('who has lost the lead moves and marks nothing', async () => {
  const { lines, simulation } = await run(lopsided({ deeds: [{ afterMs: 0, deed: 'lose-leader' }] }));
  expect(lines.filter(({ kind }) => kind === 'evicted')).toEqual([]);
  expect(simulation.world.core.store.get('Node', 'n1')!.metadata.annotations ?? {}).toEqual({});
});

test('an eviction that was done although its answer was lost is counted', async () => {
  const { lines, simulation } = await run(
    lopsided({ faults: { throttled: 0.1, failing: 0.1, timingOut: 0.8, latencyMs: 5 } }),
  );
  const evicted = lines.filter(({ kind }) => kind === 'evicted').length;
  expect([evicted > 0, simulation.score.evictions]).toEqual([true, evicted]);
});

test('nothing is sent to a node that is cordoned', async () => {
  const { lines } = await run(lopsided({ deeds: [{ afterMs: 0, deed: 'cordon', node: 'n2' }] }));
  expect(lines.filter(({ kind }) => kind === 'evicted')).toEqual([]);
});

test('a replay as a world leaves the same minutes as the direct model, to the digit', async () => {
  const rng = rngOf(3);
  const pods = 24;
  const use = Float64Array.from({ length: 12 * pods }, () => 1.2 * rng.float());
  const instance: ReplayInstance = {
    name: 'small',
    cluster: {
      nodes: 4,
      capacity: new Float64Array(4).fill(4),
      pods,
      limit: new Float64Array(pods).fill(2),
      request: new Float64Array(pods).fill(0.5),
      owner: Int32Array.from({ length: pods }, (_, pod) => Math.floor(pod / 2)),
      stepMinutes: 5,
    },
    use: { steps: 12, cores: use },
    start: Int32Array.from({ length: pods }, (_, pod) => pod % 4),
  };
  const { over80, over100 } = runReplay(instance, none);
  const { simulation } = await run(worldOfInstance(instance, 1), none);
  expect(over100).toBeGreaterThan(0);
  expect(simulation.score).toMatchObject({ overLineMinutes: over80, overFullMinutes: over100 });
});

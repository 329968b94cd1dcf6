import { expect, test } from 'vitest';
import { aNodeSpec, aWorkload, coursesOf, watched } from '../fixtures/a-world.ts';
import { metricsPipeline, type MetricsPipeline } from './nodes/scrapes.ts';

/** One node of four cores whose only pod wants one core for five minutes, then three. */
function stepped(pipeline: Partial<MetricsPipeline> = {}): ReturnType<typeof watched> {
  const web = aWorkload('web', { kind: 'ReplicaSet', startsOn: ['n1'], life: { courses: [0] } });
  return watched({
    nodes: [aNodeSpec('n1')],
    workloads: [web],
    courses: coursesOf([1, 3]),
    pipeline: { ...metricsPipeline, ...pipeline },
  });
}

test('a rate lags behind what is: half a window after a step it is half way', async () => {
  const { world, pass } = stepped();
  await pass(331);
  expect(world.scrapes.nodeCores('n1', 60_000)!.cores).toBeCloseTo(2, 6);
});

test('a scrape is known only once its lag is over', async () => {
  const { world, pass } = stepped({ lagMs: 20_000 });
  await pass(134);
  expect(world.scrapes.nodeCores('n1', 60_000)!.takenAt - world.spec.startsAt).toBe(105_000);
});

test('where every scrape fails nothing is known, and where some do rates bridge the gaps', async () => {
  const none = stepped({ loss: 1 });
  await none.pass(200);
  expect(none.world.scrapes.nodeCores('n1', 60_000)).toBeUndefined();
  const some = stepped({ loss: 0.4 });
  await some.pass(290);
  expect(some.world.scrapes.nodeCores('n1', 120_000)!.cores).toBeCloseTo(1, 6);
});

test("a node's own clock may be off, and its samples say so", async () => {
  const { world, pass } = stepped({ skewMs: 5000 });
  await pass(121);
  const { takenAt } = world.scrapes.nodeCores('n1', 60_000)!;
  expect(takenAt).not.toBe(world.spec.startsAt + 120_000);
  expect(Math.abs(takenAt - world.spec.startsAt - 120_000)).toBeLessThanOrEqual(5000);
});

test('a node that is full gives shares, and what is measured is what was had', async () => {
  const busy = (name: string, course: number) =>
    aWorkload(name, { kind: 'ReplicaSet', startsOn: ['n1'], life: { courses: [course] } });
  const { world, pass } = watched({
    nodes: [aNodeSpec('n1')],
    workloads: [busy('a', 0), busy('b', 1)],
    courses: coursesOf([3], [3]),
  });
  await pass(121);
  expect(world.scrapes.nodeCores('n1', 60_000)!.cores).toBeCloseTo(4, 6);
  expect(world.workings.tally()).toMatchObject({ overFullMs: 121_000, lackedCoreMs: 2 * 121_000 });
});

test('a watch that is held up tells nothing until it is let go, then everything in order', async () => {
  const { world, pass, pods } = watched({ workloads: [aWorkload('web', { replicas: 2 })] });
  const roster = world.roster(() => false);
  world.watch.holdUp();
  await pass(30);
  expect([roster.pods.length, pods('web').length]).toEqual([0, 2]);
  expect(roster.ages[0]!.heardAt).toBe(world.spec.startsAt);
  world.watch.letGo();
  expect(roster.pods.map(({ name }) => name)).toEqual(pods('web').map(({ metadata }) => metadata.name));
});

test('a replacement waits for the node it is meant for, and after a minute goes where there is room', async () => {
  const web = aWorkload('web', { kind: 'ReplicaSet', startsOn: ['n1'], requests: { cpu: '3' } });
  const full = aWorkload('full', { kind: 'ReplicaSet', startsOn: ['n2'], requests: { cpu: '3' } });
  const { world, pass, pods } = watched({ workloads: [web, full] });
  const { core, scheduler } = world;
  await pass(1);
  const [set] = [...core.store.list('ReplicaSet')];
  scheduler.hint(set!.metadata.uid, 'n2', core.clock.now() + 60_000);
  core.store.put('ReplicaSet', { ...set!, spec: { ...set!.spec, replicas: 2 } });
  await pass(50);
  const placed = (): string[] => pods('web').map(({ spec }) => spec.nodeName ?? 'nowhere');
  expect(placed()).toEqual(['n1', 'nowhere']);
  await pass(20);
  expect(placed()).toEqual(['n1', 'n3']);
});

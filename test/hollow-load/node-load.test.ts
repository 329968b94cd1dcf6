import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PodRun } from '../hollow-nodes/hollow-listener.ts';
import { hollowNode } from '../hollow-nodes/node-spec.ts';
import { aContainer } from '../support/workloads.ts';
import { courseOf, levelAt, type Playing } from './course.ts';
import { recordedDemand } from './demand.ts';
import { NodeLoad } from './node-load.ts';

const GI = 2 ** 30;
const T0 = Date.UTC(2026, 10, 30, 10);

/** Steps of ten seconds. */
const playing: Playing = {
  traces: { stepMs: 300_000, rows: [Float32Array.of(0, 0.5, 1, 0.25), Float32Array.of(1, 0.75, 0)] },
  speed: 30,
  from: T0,
  seed: 'a',
};

const aRun = (name: string): PodRun => ({
  pod: { metadata: { namespace: 'shop', name, uid: `uid-of-${name}` }, spec: { containers: [aContainer()] } },
  node: 'n',
  restarts: 0,
  startedAt: T0,
});

/** A node of 4 cores and 16Gi with pods that are worth two cores and 4 GiB each. */
function aNode(...pods: string[]): NodeLoad {
  const node = new NodeLoad(hollowNode(0, { name: 'n' }), '10.0.0.1', T0, playing);
  for (const name of pods) {
    const run = aRun(name);
    node.start(run, recordedDemand(run, playing, { cpuCores: 2, memoryBytes: 4 * GI }), T0);
  }
  return node;
}

/** What the trace of a pod says of a second; a fifth of a percent at the least. */
const levelOf = (name: string, second: number): number =>
  Math.max(0.002, levelAt(courseOf(playing, `shop/${name}`), Math.floor(second / 10)));

test('a counter grows by what the trace says, beat by beat', () => {
  const node = aNode('web');
  let before = 0;
  for (const second of [10, 20, 30, 40, 50, 60]) {
    const { cpuSeconds } = node.read(T0 + second * 1000).pods[0]!;
    expect(cpuSeconds - before).toBeCloseTo(10 * 2 * levelOf('web', second - 10), 9);
    before = cpuSeconds;
  }
});

test('a node uses what its pods and the system use', () => {
  const reading = aNode('web', 'db').read(T0 + 34_567);
  const [web, db] = reading.pods;
  expect(reading.use.cpuCores).toBeCloseTo(web!.use.cpuCores + db!.use.cpuCores + 0.02 * 4, 9);
  expect(reading.use.memoryBytes).toBeCloseTo(web!.use.memoryBytes + db!.use.memoryBytes + 0.05 * 16 * GI, 0);
  expect(reading.busySeconds).toBeCloseTo(web!.cpuSeconds + db!.cpuSeconds + 0.02 * 4 * 34.567, 6);
});

test('it does not matter how often anybody looks', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 119_999 }), { maxLength: 20 }), (moments) => {
      const [often, once] = [aNode('web', 'db'), aNode('web', 'db')];
      for (const ms of moments.toSorted((one, other) => one - other)) often.read(T0 + ms);
      const [seen, unseen] = [often.read(T0 + 120_000), once.read(T0 + 120_000)];
      expect(seen.busySeconds).toBeCloseTo(unseen.busySeconds, 6);
      expect(seen.averages.one).toBeCloseTo(unseen.averages.one, 6);
    }),
  );
});

test('driven, a node uses what was asked for, and its counters go on from where they were', () => {
  const node = aNode('web', 'db');
  const before = node.read(T0 + 10_000);
  node.drive({ cpu: 0.93, memory: 0.7 }, T0 + 10_000);
  const after = node.read(T0 + 20_000);
  expect(after.use).toEqual({ cpuCores: expect.closeTo(0.93 * 4, 9), memoryBytes: expect.closeTo(0.7 * 16 * GI, 0) });
  expect(after.busySeconds - before.busySeconds).toBeCloseTo(0.93 * 4 * 10, 9);
  for (const [index, { cpuSeconds }] of after.pods.entries()) {
    expect(cpuSeconds).toBeGreaterThanOrEqual(before.pods[index]!.cpuSeconds);
  }
});

test('a pod that leaves takes its part of the load along, and leaves the counter', () => {
  const node = aNode('web', 'db');
  node.drive({ cpu: 0.9 }, T0);
  const driven = node.read(T0 + 10_000);
  node.end(aRun('web'), T0 + 10_000);
  const after = node.read(T0 + 10_000);
  const web = driven.pods.find(({ run }) => run.pod.metadata.name === 'web')!;
  expect(after.use.cpuCores).toBeCloseTo(0.9 * 4 - web.use.cpuCores, 9);
  expect(after.busySeconds).toBeCloseTo(driven.busySeconds, 9);
});

test('driven without pods, the system works; released, everybody follows their traces again', () => {
  const node = aNode();
  node.drive({ cpu: 0.5 }, T0);
  expect(node.read(T0).use.cpuCores).toBe(2);
  node.release(T0);
  expect(node.read(T0).use.cpuCores).toBeCloseTo(0.02 * 4, 9);
});

test('a full node gives no more than it has: it makes pods wait, and its load average rises above its cores', () => {
  const node = aNode('web', 'db');
  node.drive({ cpu: 1.5 }, T0);
  const { busySeconds, averages, waited } = node.read(T0 + 600_000);
  expect(busySeconds).toBeCloseTo(4 * 600, 6);
  expect(averages.one).toBeCloseTo(6, 2);
  expect(waited.cpu).toBeCloseTo(600 / 3, 6);
});

test('a reboot sets the counters back', () => {
  const node = aNode('web');
  node.drive({ cpu: 0.5 }, T0);
  node.reboot(T0 + 60_000);
  const { busySeconds, bootedAt, pods } = node.read(T0 + 70_000);
  expect(busySeconds).toBeCloseTo(0.5 * 4 * 10, 9);
  expect(bootedAt).toBe(T0 + 60_000);
  expect(pods[0]!.run.startedAt).toBe(T0 + 60_000);
});

test('the seed and the name choose the trace', () => {
  const names = Array.from({ length: 50 }, (_, number) => `pod-${number}`);
  const chosen = (seed: string): unknown => names.map((name) => courseOf({ ...playing, seed }, name));
  expect(chosen('a')).toEqual(chosen('a'));
  expect(chosen('a')).not.toEqual(chosen('b'));
});

import { describe, expect, test } from 'vitest';
import type { Playing } from '../../test/hollow-load/course.ts';
import { hollowNodes } from '../../test/hollow-nodes/node-spec.ts';
import { LAPSE, lapsed, MINUTE } from './lapse.ts';
import { measuresOf, type Run } from './measures-of-run.ts';
import type { PodStory } from './pod-ledger.ts';

const window = { from: 0, to: lapsed(60 * MINUTE) };
/** Minutes of recorded time since the window began. */
const at = (minutes: number): number => lapsed(minutes * MINUTE);
const always = {
  createdAt: -1,
  runsFrom: -1,
  readyFrom: -1,
  leavesAt: undefined,
  endedAt: undefined,
  wasEvicted: false,
};
const pod = (node: string, story: Partial<PodStory> = {}): PodStory => ({ workload: 'web', node, ...always, ...story });

/** Two nodes of ten cores, a workload of two pods; a level holds for five minutes. */
function aRun(levels: readonly number[], podCores: number, stories: readonly PodStory[]): Run {
  const traces = { stepMs: 5 * MINUTE, rows: [Float32Array.from(levels)] };
  const playing: Playing = { traces, speed: LAPSE, from: 0, seed: 'test' };
  const limits = { cpu: String(podCores), memory: '1Gi' };
  const scene = {
    seed: 'test',
    traces: 'planetlab' as const,
    nodes: hollowNodes(2, 'node', { cpu: '10' }),
    workloads: [{ name: 'web', startsOn: ['node-0000', 'node-0001'] }],
    resources: { requests: limits, limits },
  };
  return { scene, playing, stories, window };
}

describe('minutes of overload follow from the traces and from who ran where', () => {
  test('a node that wants more than its line counts all the time', () => {
    const found = measuresOf(aRun([1], 9, [pod('node-0000')]));
    expect(found).toMatchObject({ overLineMinutes: 60, fullMinutes: 0 });
  });

  test('one that wants more than it has is full too', () => {
    expect(measuresOf(aRun([1], 12, [pod('node-0000')]))).toMatchObject({ overLineMinutes: 60, fullMinutes: 60 });
  });

  test('a level counts while it holds', () => {
    expect(measuresOf(aRun([0, 1], 9, [pod('node-0000')])).overLineMinutes).toBeCloseTo(30);
  });

  test('what the system uses counts', () => {
    expect(measuresOf(aRun([1], 7.9, [pod('node-0000')])).overLineMinutes).toBe(60);
    expect(measuresOf(aRun([1], 7.7, [pod('node-0000')])).overLineMinutes).toBe(0);
  });

  test('a pod weighs while it runs, and where it runs', () => {
    const gone = pod('node-0000', { leavesAt: at(9), endedAt: at(10) });
    const come = pod('node-0000', { runsFrom: at(20), endedAt: at(50) });
    const both = measuresOf(aRun([1], 5, [pod('node-0000'), gone, come]));
    expect(both.overLineMinutes).toBeCloseTo(40);
    expect(measuresOf(aRun([1], 5, [pod('node-0000'), pod('node-0001')])).overLineMinutes).toBe(0);
  });
});

describe('moves', () => {
  test('a pod that is told to go counts, and whether the Eviction API told it', () => {
    const evicted = pod('node-0000', { leavesAt: at(5), wasEvicted: true });
    const retired = pod('node-0000', { leavesAt: at(6) });
    expect(measuresOf(aRun([0], 1, [evicted, retired]))).toMatchObject({ podsMoved: 2, evictions: 1 });
  });

  test('a pod that starts where one of its workload had to leave has returned', () => {
    const left = pod('node-0000', { leavesAt: at(5) });
    const back = pod('node-0000', { runsFrom: at(6) });
    expect(measuresOf(aRun([0], 1, [left, back])).sameNodeReturns).toBe(1);
    expect(measuresOf(aRun([0], 1, [left, pod('node-0001', { runsFrom: at(6) })])).sameNodeReturns).toBe(0);
  });
});

describe('the lowest share that is ready', () => {
  test('a pod that starts first lets nothing fall', () => {
    const left = pod('node-0000', { leavesAt: at(5) });
    const first = pod('node-0001', { readyFrom: at(4) });
    expect(measuresOf(aRun([0], 1, [left, pod('node-0001'), first])).lowestReadyShare).toBe(1);
  });

  test('one that is evicted is missed until another is ready', () => {
    const left = pod('node-0000', { leavesAt: at(5) });
    const after = pod('node-0001', { readyFrom: at(6) });
    expect(measuresOf(aRun([0], 1, [left, pod('node-0001'), after])).lowestReadyShare).toBe(0.5);
  });
});

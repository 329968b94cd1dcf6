import { expect, test } from 'vitest';
import { loadDefaults } from '#load/options.ts';
import { NOW, signals } from '#test/support/a-load.ts';
import { inventedSource } from '#test/support/invented-source.ts';
import { aFault } from '#test/collector/fakes.ts';
import { rememberingSource } from '#test/support/remembering-source.ts';
import { mixedSource } from './mixed-source.ts';
import { recallPodUse } from './recall-pod-use.ts';

const STEP = 300_000;
const never = new AbortController().signal;
const lines = { signals, options: loadDefaults, prefix: 'metrics.' };
const aPod = (name: string, createdAt: number) => ({
  namespace: 'shop',
  name,
  uid: name,
  createdAt,
  nodeName: 'n1',
});

test('what pods used is recalled step by step, and a pod used nothing before it was', async () => {
  const roster = { pods: [aPod('old', 0), aPod('young', NOW - 1.5 * STEP)] };
  const source = rememberingSource(['young', 'old', 'stranger']);
  const recall = { source, roster, lines, now: NOW, historyMs: 4 * STEP, stepMs: STEP };
  const { use: past } = await recallPodUse(recall, never);
  expect(past.map(({ cpuCores }) => Array.from(cpuCores))).toEqual([
    [1, Number.NaN],
    [1, Number.NaN],
    [1, 1],
    [1, 1],
  ]);
  expect(new Set(past.map(({ at }) => Math.floor(at / STEP))).size).toBe(4);
  expect(past.at(-1)!.at).toBeLessThan(NOW);
  expect(await recallPodUse({ ...recall, historyMs: 0 }, never)).toEqual({ use: [], unread: new Map() });
});

test('of several sources, the one asked for pods is asked for their past', async () => {
  const roster = { pods: [aPod('old', 0)] };
  const forgetful = { ...inventedSource({ name: 'metrics-api' }), past: async () => [] };
  const order = ['prometheus', 'metrics-api'] as const;
  const source = mixedSource([forgetful, rememberingSource(['old'])], { ofSignal: () => order, ofPods: order });
  const { use: past } = await recallPodUse(
    { source, roster, lines, now: NOW, historyMs: 2 * STEP, stepMs: STEP },
    never,
  );
  expect(past.map(({ cpuCores }) => cpuCores[0])).toEqual([1, 1]);
});

test('a past that cannot be had is a fault, and no past of nothing', async () => {
  const source = rememberingSource(['old']);
  const fault = aFault('too many samples');
  source.lost.set('pod-memory', fault);
  const recall = { source, roster: { pods: [aPod('old', 0)] }, lines, now: NOW, historyMs: 2 * STEP, stepMs: STEP };
  const { use, unread } = await recallPodUse(recall, never);
  expect(use.map(({ cpuCores, memoryBytes }) => [cpuCores[0], memoryBytes[0]])).toEqual([
    [1, Number.NaN],
    [1, Number.NaN],
  ]);
  expect([...unread]).toEqual([['pod-memory', fault]]);
});

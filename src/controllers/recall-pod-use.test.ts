import { expect, test } from 'vitest';
import { loadDefaults } from '#load/options.ts';
import { NOW, signals } from '#test/support/a-load.ts';
import { inventedSource } from '#test/support/invented-source.ts';
import type { LoadSource } from '#ports/load-source.ts';
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

/** Remembers that every pod used a core and a byte, at every step. */
function remembering(names: readonly string[]): LoadSource {
  const source = inventedSource({ remembers: true });
  return {
    ...source,
    async past({ signals: wanted, fromMs, toMs, stepMs }) {
      return Array.from({ length: Math.floor((toMs - fromMs) / stepMs) + 1 }, (_, step) => {
        const atMs = fromMs + step * stepMs;
        const series = names.map((pod) => ({ labels: { namespace: 'shop', pod }, value: 1, takenAt: atMs }));
        const about = { kind: 'read', source: source.name, tookMs: 1, series } as const;
        const unit = (signal: string) => (signal === 'pod-cpu' ? 'cores' : 'bytes');
        return { atMs, signals: wanted.map((signal) => ({ ...about, signal, unit: unit(signal) })) };
      });
    },
  };
}

test('what pods used is recalled step by step, and a pod used nothing before it was', async () => {
  const roster = { pods: [aPod('old', 0), aPod('young', NOW - 1.5 * STEP)] };
  const source = remembering(['young', 'old', 'stranger']);
  const recall = { source, roster, lines, now: NOW, historyMs: 4 * STEP, stepMs: STEP };
  const past = await recallPodUse(recall, never);
  expect(past.map(({ cpuCores }) => Array.from(cpuCores))).toEqual([
    [1, Number.NaN],
    [1, Number.NaN],
    [1, 1],
    [1, 1],
  ]);
  expect(new Set(past.map(({ at }) => Math.floor(at / STEP))).size).toBe(4);
  expect(past.at(-1)!.at).toBeLessThan(NOW);
  expect(await recallPodUse({ ...recall, historyMs: 0 }, never)).toEqual([]);
});

test('of several sources, the one asked for pods is asked for their past', async () => {
  const roster = { pods: [aPod('old', 0)] };
  const forgetful = { ...inventedSource({ name: 'metrics-api' }), past: async () => [] };
  const order = ['prometheus', 'metrics-api'] as const;
  const source = mixedSource([forgetful, remembering(['old'])], { ofSignal: () => order, ofPods: order });
  const past = await recallPodUse({ source, roster, lines, now: NOW, historyMs: 2 * STEP, stepMs: STEP }, never);
  expect(past.map(({ cpuCores }) => cpuCores[0])).toEqual([1, 1]);
});

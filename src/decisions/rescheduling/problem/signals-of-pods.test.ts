import { expect, test } from 'vitest';
import type { LoadView } from '#load/load-view.ts';
import { aNode, aPass, aStore, NOW } from '../../../../test/support/a-load.ts';
import { hotBeyondPods, isCoolBeyondPods, verdictByPods } from './signals-of-pods.ts';

const MINUTE = 60_000;

/** One node whose signals were at these values for the last five minutes, the newest last. */
function seen(values: Readonly<Record<string, readonly number[]>>): LoadView {
  const store = aStore();
  const node = aNode('n1');
  for (let sample = 0; sample < 5; sample++) {
    const now = Object.entries(values).map(([signal, of]) => [signal, { n1: of[sample] ?? of[0]! }] as const);
    store.take(aPass(NOW - (4 - sample) * MINUTE, [node], Object.fromEntries(now)));
  }
  return store.view(NOW);
}

const calm = { cpu: [0.5], memory: [0.5] };

interface Case {
  readonly name: string;
  readonly values: Readonly<Record<string, readonly number[]>>;
  readonly byPods: string;
  readonly beyond: readonly string[];
  readonly mayTake: boolean;
}

const cases: readonly Case[] = [
  { name: 'nothing but cpu and memory is measured', values: calm, byPods: 'cool', beyond: [], mayTake: true },
  { name: 'hot by cpu', values: { ...calm, cpu: [0.9] }, byPods: 'hot', beyond: [], mayTake: true },
  { name: 'hot by memory', values: { ...calm, memory: [0.9] }, byPods: 'hot', beyond: [], mayTake: true },
  { name: 'hot by load', values: { ...calm, load: [1.9] }, byPods: 'cool', beyond: ['load'], mayTake: false },
  { name: 'hot by latency', values: { ...calm, latency: [700] }, byPods: 'cool', beyond: ['latency'], mayTake: false },
  {
    name: 'hot by all of them',
    values: { cpu: [0.9], memory: [0.9], load: [1.9], latency: [700] },
    byPods: 'hot',
    beyond: ['load', 'latency'],
    mayTake: false,
  },
  { name: 'cool by load', values: { ...calm, load: [1.3] }, byPods: 'cool', beyond: [], mayTake: true },
  {
    name: 'too near the line of load, though not hot',
    values: { ...calm, load: [1.4] },
    byPods: 'cool',
    beyond: [],
    mayTake: false,
  },
  {
    name: 'above the line of load for one sample only',
    values: { ...calm, load: [1, 1, 1, 1, 1.8] },
    byPods: 'cool',
    beyond: [],
    mayTake: false,
  },
  {
    name: 'still hot by load, whatever the newest sample says',
    values: { ...calm, load: [1.8, 1.8, 1.8, 1.8, 1] },
    byPods: 'cool',
    beyond: ['load'],
    mayTake: false,
  },
];

for (const { name, values, byPods, beyond, mayTake } of cases) {
  test(name, () => {
    const load = seen(values);
    const row = load.rowNamed('n1')!;
    expect(verdictByPods(load, row)).toBe(byPods);
    expect(hotBeyondPods(load, row)).toEqual(beyond);
    expect(isCoolBeyondPods(load, row)).toBe(mayTake);
  });
}

import { expect, test } from 'vitest';
import { readAnnotations } from './annotations/read-annotations.ts';
import { seedsOf } from '#load/seeds.ts';
import { signals } from '#test/support/a-load.ts';

const all = signals.map(({ name }) => name);
const cases = [
  { name: 'a hot signal made the node hot', texts: { overloaded: 'true', cpu: '0.9', memory: '0.5' }, want: ['cpu'] },
  { name: 'so may one between its levels', texts: { overloaded: 'true', cpu: '0.75', memory: '0.5' }, want: ['cpu'] },
  { name: 'and several', texts: { overloaded: 'true', cpu: '0.75', latency: '600' }, want: ['cpu', 'latency'] },
  {
    name: 'where no published one is warm the lines have moved: those published decide anew',
    texts: { overloaded: 'true', cpu: '0.7', memory: '0.5' },
    want: ['cpu', 'memory'],
  },
  {
    name: 'A-16: where it may have been held, one that had fallen silent may have made it hot',
    texts: { overloaded: 'true', memory: '0.5' },
    mayBeHeld: true,
    want: ['cpu', 'load', 'latency'],
  },
  {
    name: 'A-16: but none that nobody measures',
    texts: { overloaded: 'true', memory: '0.5' },
    mayBeHeld: true,
    measured: ['cpu', 'memory'],
    want: ['cpu'],
  },
  {
    name: 'a signal that is not measured any more holds nobody',
    texts: { overloaded: 'true', cpu: '0.5', latency: '600' },
    measured: ['cpu', 'memory'],
    want: ['cpu'],
  },
  { name: 'of a cool node those published were cool', texts: { overloaded: 'false', cpu: '0.75' }, want: ['cpu'] },
];
for (const { name, texts, mayBeHeld = false, measured = all, want } of cases) {
  test(name, () => {
    const annotations = Object.fromEntries(Object.entries(texts).map(([key, text]) => [`metrics.${key}`, text]));
    const published = readAnnotations(annotations, signals, 'metrics.');
    const seeds = seedsOf(published, signals, { measured: new Set(measured), mayBeHeld });
    expect(seeds.map((index) => signals[index]!.name)).toEqual(want);
  });
}

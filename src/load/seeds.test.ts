import { expect, test } from 'vitest';
import { readAnnotations } from '#load/read-annotations.ts';
import { seedsOf } from '#load/seeds.ts';
import { signals } from '#test/support/a-load.ts';

const cases = [
  { name: 'a hot signal made the node hot', texts: { overloaded: 'true', cpu: '0.9', memory: '0.5' }, want: ['cpu'] },
  { name: 'so may one between its levels', texts: { overloaded: 'true', cpu: '0.75', memory: '0.5' }, want: ['cpu'] },
  { name: 'and several', texts: { overloaded: 'true', cpu: '0.75', latency: '600' }, want: ['cpu', 'latency'] },
  {
    name: 'where none of the published ones did, any may have',
    texts: { overloaded: 'true', memory: '0.5' },
    want: ['cpu', 'memory', 'load', 'latency'],
  },
  { name: 'of a cool node those published were cool', texts: { overloaded: 'false', cpu: '0.75' }, want: ['cpu'] },
];
for (const { name, texts, want } of cases) {
  test(name, () => {
    const annotations = Object.fromEntries(Object.entries(texts).map(([key, text]) => [`metrics.${key}`, text]));
    const seeds = seedsOf(readAnnotations(annotations, signals, 'metrics.'), signals);
    expect(seeds.map((index) => signals[index]!.name)).toEqual(want);
  });
}

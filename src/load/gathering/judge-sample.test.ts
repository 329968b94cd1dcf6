import { expect, test } from 'vitest';
import { judgeTime, judgeValue } from './judge-sample.ts';
import type { SignalSpec, Unit } from '#load/signals/signal.ts';
import { aNode, aSignal, NOW } from '#test/support/a-load.ts';

interface Case {
  readonly name: string;
  readonly raw: string | number;
  readonly signal: SignalSpec;
  readonly unit?: Unit;
  readonly want: number | string;
}

const MI = 2 ** 20;
const cpu = aSignal('cpu');
const memory = aSignal('memory');
const load = aSignal('load');
const latency = aSignal('latency');

const cases: readonly Case[] = [
  { name: 'a ratio stays as it is', raw: '0.853', signal: cpu, want: 0.853 },
  { name: 'zero is a value like any other', raw: '0', signal: cpu, want: 0 },
  { name: 'a negative zero is zero', raw: '-0', signal: cpu, want: 0 },
  { name: 'a percent becomes a ratio', raw: '63', signal: cpu, unit: 'percent', want: 0.63 },
  { name: 'cores become a share of capacity', raw: 6, signal: cpu, unit: 'cores', want: 0.75 },
  {
    name: 'A-09: a load average is divided by the cores of the node, not of its series',
    raw: '12',
    signal: load,
    want: 1.5,
  },
  { name: 'milliseconds stay as they are', raw: '212.5', signal: latency, want: 212.5 },
  { name: 'A-05: a quantile over nothing is refused', raw: 'NaN', signal: latency, want: 'not-a-number' },
  { name: 'A-06: +Inf is refused', raw: '+Inf', signal: cpu, want: 'infinite' },
  { name: 'A-06: -Inf is refused', raw: '-Inf', signal: cpu, want: 'infinite' },
  { name: 'A-06: 1e-1 is a tenth', raw: '1e-1', signal: cpu, want: 0.1 },
  { name: 'A-06: an empty text is no zero', raw: '', signal: cpu, want: 'empty' },
  { name: 'A-04: a word is refused', raw: 'abc', signal: cpu, want: 'malformed' },
  { name: 'trap 3: a negative share is refused, not clamped', raw: '-0.1', signal: cpu, want: 'negative' },
  { name: 'trap 3: a NaN that came as a number is refused', raw: Number.NaN, signal: cpu, want: 'not-a-number' },
  { name: 'trap 8: a percent where a ratio is declared is out of range', raw: '63', signal: cpu, want: 'out-of-range' },
  { name: 'a custom signal may have values below zero', raw: '-5', signal: { ...latency, least: -10 }, want: -5 },
  { name: '… down to its declared least', raw: '-11', signal: { ...latency, least: -10 }, want: 'out-of-range' },
];
for (const { name, raw, signal, unit = signal.unit, want } of cases) {
  test(name, () => expect(judgeValue(raw, signal, unit, aNode('n1'))).toBe(want));
}

const tight = aNode('tight', {
  capacity: { cpuCores: 4, memoryBytes: 3900 * MI },
  allocatable: { cpuCores: 4, memoryBytes: 2500 * MI },
});

test('A-14: the source does not matter, for both speak of capacity', () => {
  const fromMetricsApi = judgeValue(2600 * MI, memory, 'bytes', tight);
  const fromPrometheus = judgeValue(String(2600 / 3900), memory, 'ratio', tight);
  expect(fromMetricsApi).toBeCloseTo(0.667, 3);
  expect(fromPrometheus).toBeCloseTo(0.667, 3);
});

test('A-14: a value above 1 is kept', () => {
  const ofAllocatable = aSignal('memory', { denominator: 'allocatable-memory' });
  expect(judgeValue(2600 * MI, ofAllocatable, 'bytes', tight)).toBeCloseTo(1.04, 3);
});

test('trap 17: a node that does not say its capacity has no share of it', () => {
  const nameless = aNode('n1', { capacity: { cpuCores: Number.NaN, memoryBytes: 0 } });
  expect(judgeValue(6, cpu, 'cores', nameless)).toBe('no-denominator');
  expect(judgeValue(6, memory, 'bytes', nameless)).toBe('no-denominator');
  expect(judgeValue('0.5', cpu, 'ratio', nameless)).toBe(0.5);
});

const times = [
  { name: 'a sample of now is fresh', ageMs: 0, want: 'fresh' },
  { name: 'a sample exactly as old as allowed is fresh', ageMs: 300_000, want: 'fresh' },
  { name: 'trap 4: a sample older than allowed is too old', ageMs: 300_001, want: 'too-old' },
  { name: 'a sample a little ahead of our clock is fresh', ageMs: -30_000, want: 'fresh' },
  { name: 'trap 4: a sample from the future is refused', ageMs: -30_001, want: 'from-the-future' },
  { name: 'a sample without a time is refused', ageMs: Number.NaN, want: 'too-old' },
];
for (const { name, ageMs, want } of times) {
  test(name, () => {
    expect(judgeTime(NOW - ageMs, { now: NOW, freshForMs: 300_000, skewMs: 30_000 })).toBe(want);
  });
}

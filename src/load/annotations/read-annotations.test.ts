import { expect, test } from 'vitest';
import { readAnnotations } from './read-annotations.ts';
import { NOW, signals } from '#test/support/a-load.ts';

const FRESH = { kind: 'known', at: NOW - 30_000 };

const times = [
  { text: '2026-11-30T09:59:30.123456+00:00', want: { kind: 'known', at: NOW - 30_000 + 123 } },
  { text: '2026-11-30T17:59:30+08:00', want: FRESH },
  { text: '2026-11-30T09:59:30Z', want: FRESH },
  { text: '2026-11-30 09:59:30', want: { kind: 'unknown', why: 'unusable' } },
  { text: 'yesterday', want: { kind: 'unknown', why: 'unusable' } },
  { text: '', want: { kind: 'unknown', why: 'unusable' } },
  { text: undefined, want: { kind: 'unknown', why: 'absent' } },
];
for (const { text, want } of times) {
  test(`A-17, trap 5: last-updated ${text ?? 'that is absent'} is ${want.kind}`, () => {
    const annotations = { 'metrics.cpu': '0.5', ...(text === undefined ? {} : { 'metrics.last-updated': text }) };
    expect(readAnnotations(annotations, signals, 'metrics.').takenAt).toEqual(want);
  });
}

test('values that are no numbers, or cannot be true, are not read', () => {
  const annotations = {
    'metrics.cpu': 'NaN',
    'metrics.memory': '-0.1',
    'metrics.load': '1.420',
    'metrics.latency': '+Inf',
  };
  const { values, texts } = readAnnotations(annotations, signals, 'metrics.');
  expect([...values]).toEqual([['load', 1.42]]);
  expect(texts).toEqual(annotations);
});

const verdicts = { true: 'hot', false: 'cool', True: 'unknown', '': 'unknown' };
for (const [text, want] of Object.entries(verdicts)) {
  test(`overloaded "${text}" is ${want}`, () => {
    expect(readAnnotations({ 'metrics.overloaded': text }, signals, 'metrics.').verdict).toBe(want);
  });
}

test('what others have written is not looked at, whatever it is called', () => {
  const annotations = { 'metrics.gpu': '0.5', cpu: '0.5', 'example.com/metrics.cpu': '0.5' };
  expect(readAnnotations(annotations, signals, 'metrics.')).toEqual({
    texts: {},
    values: new Map(),
    verdict: 'unknown',
    takenAt: { kind: 'unknown', why: 'absent' },
  });
});

test('the prefix is part of the key', () => {
  expect([...readAnnotations({ 'x.io/load.cpu': '0.5' }, signals, 'x.io/load.').values]).toEqual([['cpu', 0.5]]);
});

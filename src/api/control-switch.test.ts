import { expect, test } from 'vitest';
import { controlChange, type ControlSwitch, controlSwitch, type Hold } from './control-switch.ts';

test('a ConfigMap that is not there, or says nothing, holds nothing back', () => {
  const free: ControlSwitch = { pause: { kind: 'free' }, breaker: { kind: 'free' } };
  expect(controlSwitch(undefined)).toEqual(free);
  expect(controlSwitch({})).toEqual(free);
});

for (const word of ['', 'false', 'False', ' no ', 'off', '0']) {
  test(`paused: "${word}" frees`, () => {
    expect(controlSwitch({ paused: word }).pause).toEqual({ kind: 'free' });
  });
}

for (const word of ['true', 'TRUE', 'yes', '1', 'until monday']) {
  test(`paused: "${word}" holds: in doubt nothing moves`, () => {
    expect(controlSwitch({ paused: word }).pause).toEqual({ kind: 'held' });
  });
}

test('what is written is what is read, whatever stood there before', () => {
  const holds: readonly Hold[] = [
    { kind: 'free' },
    { kind: 'held' },
    { kind: 'held', since: '2026-11-30T10:00:00.000Z', reason: 'The database is upgraded.' },
  ];
  for (const which of ['pause', 'breaker'] as const) {
    for (const before of holds) {
      for (const after of holds) {
        const data = { ...controlChange(which, before), ...controlChange(which, after) };
        const written = Object.fromEntries(Object.entries(data).flatMap(([k, v]) => (v === null ? [] : [[k, v]])));
        expect(controlSwitch(written)[which]).toEqual(after);
      }
    }
  }
});

test('pause and breaker know nothing of each other', () => {
  const data = controlChange('pause', { kind: 'held', reason: 'by hand' });
  expect(Object.keys(data).filter((key) => key in controlChange('breaker', { kind: 'free' }))).toEqual([]);
});

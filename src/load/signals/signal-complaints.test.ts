import { expect, test } from 'vitest';
import { complaintsAbout } from './signal-complaints.ts';
import type { SignalSpec } from './signal.ts';
import { aSignal, signals } from '#test/support/a-load.ts';

test('nothing is wrong with the built-in signals', () => expect(complaintsAbout(signals)).toEqual([]));

const pressure = aSignal('cpu', { name: 'pressure' });
const bad: readonly { readonly signal: Partial<SignalSpec>; readonly want: string }[] = [
  {
    signal: { name: 'a/b' },
    want: 'signal a/b: its name must be fit to end an annotation key: at most 23 of A-Z a-z 0-9 - _ .',
  },
  {
    signal: { name: 'overloaded' },
    want: 'signal overloaded: the name overloaded is taken by what is written beside the signals',
  },
  {
    signal: { unit: 'cores', denominator: 'capacity-memory' },
    want: 'signal pressure: cores over capacity-memory have no meaning',
  },
  { signal: { unit: 'bytes' }, want: 'signal pressure: bytes over capacity-cpu have no meaning' },
  { signal: { unit: 'milliseconds' }, want: 'signal pressure: milliseconds over capacity-cpu have no meaning' },
  {
    signal: { threshold: 80 },
    want: 'signal pressure: its threshold 80 is not between 0 and 1.5 (ratio): it would never be crossed',
  },
  {
    signal: { release: 0.8 },
    want: 'signal pressure: its release level 0.8 is not below its threshold 0.8: it would flap',
  },
  { signal: { release: 0 }, want: 'signal pressure: its release level 0 is not above 0: it would never be cool again' },
  { signal: { step: { kind: 'share', by: Number.NaN } }, want: 'signal pressure: its step NaN is not a number from 0' },
];
for (const { signal, want } of bad) {
  test(want, () => expect(complaintsAbout([{ ...pressure, ...signal }])).toEqual([want]));
}

test('two signals cannot share a name', () => {
  expect(complaintsAbout([pressure, pressure])).toEqual(['signal pressure: another signal has its name']);
});

import { expect, test } from 'vitest';
import { parseGoDuration } from './go-duration.ts';

const cases: readonly (readonly [text: string, ms: number | undefined])[] = [
  ['15s', 15_000],
  ['1m0s', 60_000],
  ['10.062s', 10_062],
  ['1h0m30.5s', 3_630_500],
  ['100ms', 100],
  ['1500µs', 2],
  ['0s', 0],
  ['', undefined],
  ['15', undefined],
  ['15 s', undefined],
  ['s', undefined],
  ['-15s', undefined],
  ['15sx', undefined],
];
for (const [text, ms] of cases) test(`"${text}" is ${ms ?? 'none'}`, () => expect(parseGoDuration(text)).toBe(ms));

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { prometheusNumber } from './prometheus-number.ts';

const cases = [
  { text: '0.853', want: 0.853 },
  { text: '1e-1', want: 0.1 },
  { text: '1.5E+3', want: 1500 },
  { text: '-2', want: -2 },
  { text: '+2', want: 2 },
  { text: '.5', want: 0.5 },
  { text: '5.', want: 5 },
  { text: 'NaN', want: Number.NaN },
  { text: '+Inf', want: Infinity },
  { text: 'Inf', want: Infinity },
  { text: '-Inf', want: -Infinity },
  { text: '', want: 'empty' },
  { text: ' ', want: 'malformed' },
  { text: ' 1', want: 'malformed' },
  { text: 'abc', want: 'malformed' },
  { text: '12abc', want: 'malformed' },
  { text: '0x10', want: 'malformed' },
  { text: '1_000', want: 'malformed' },
  { text: '1,5', want: 'malformed' },
  { text: 'Infinity', want: 'malformed' },
  { text: 'nan', want: 'malformed' },
  { text: '.', want: 'malformed' },
  { text: '1e', want: 'malformed' },
];
for (const { text, want } of cases) {
  test(`A-06: "${text}" is read as ${want}`, () => expect(prometheusNumber(text)).toBe(want));
}

test('every finite number is read back as it was written', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(prometheusNumber(String(value)) === value).toBe(true);
    }),
  );
});

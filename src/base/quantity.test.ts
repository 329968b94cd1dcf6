import { expect, test } from 'vitest';
import { quantityOf } from '#base/quantity.ts';

const amounts: readonly (readonly [text: string, amount: number])[] = [
  ['8', 8],
  ['7900m', 7.9],
  ['0.5', 0.5],
  ['.5', 0.5],
  ['3.', 3],
  ['16Gi', 16 * 2 ** 30],
  ['16384000Ki', 16_384_000 * 1024],
  ['2G', 2e9],
  ['1E', 1e18],
  ['1e3', 1000],
  ['1E3', 1000],
  ['12e-1', 1.2],
  ['250n', 250e-9],
  ['-1', -1],
];
test.each(amounts)('%s is %d', (text, amount) => {
  expect(quantityOf(text)).toBeCloseTo(amount, 12);
});

test.each(['', 'm', '1 Gi', '1gi', '1KI', '0x10', 'NaN', '1e', '--1', '1Gi1'])('"%s" is none', (text) => {
  expect(quantityOf(text)).toBeNaN();
});

import { expect, test } from 'vitest';
import { add, inUnits, larger, parseAmount } from './amount.ts';

const units = [
  { name: 'a tenth of a milli is a milli', text: '0.1m', scale: -3, want: 1n },
  { name: 'a tenth in exponent form', text: '1e-1', scale: -3, want: 100n },
  { name: 'half bytes round up', text: '1.5', scale: 0, want: 2n },
  { name: 'millis of a byte that make whole ones', text: '128974848000m', scale: 0, want: 128_974_848n },
  { name: 'binary fractions', text: '1.5Gi', scale: 0, want: 1_610_612_736n },
  { name: 'exa is not an exponent', text: '1E', scale: 0, want: 10n ** 18n },
  { name: 'an exponent is not exa', text: '1E3', scale: 0, want: 1000n },
  { name: 'leading zeros say nothing', text: '007', scale: 0, want: 7n },
  { name: 'binary numbers are capped', text: '16Ei', scale: 0, want: 2n ** 63n - 1n },
  { name: 'ten times exa is nothing', text: '10E', scale: 0, want: 0n },
  { name: 'a thousandfold wraps', text: '10000000000000001k', scale: 0, want: -8_446_744_073_709_550_616n },
  { name: 'long numbers keep their low 64 bits', text: '9223372036854775808', scale: 0, want: -(2n ** 63n) },
] as const;
for (const { name, text, scale, want } of units) {
  test(`${name}: ${text}`, () => expect(inUnits(parseAmount(text), scale)).toBe(want));
}

test.each(['1e2m', '', '1 Gi', '0x10', '1ki'])('%j is refused', (text) => {
  expect(() => parseAmount(text)).toThrow(`${text} is no quantity`);
});

test('amounts are added before they are rounded', () => {
  expect(inUnits(add(parseAmount('0.1m'), parseAmount('0.1m')), -3)).toBe(1n);
});

test('a sum past 64 bits is kept whole, and wraps when it is counted', () => {
  const sum = add(parseAmount('16Ei'), parseAmount('1'));
  expect(sum).toEqual({ value: 2n ** 63n, scale: 0, long: true });
  expect(inUnits(sum, 0)).toBe(-(2n ** 63n));
});

test('the larger of two is found across scales', () => {
  expect(inUnits(larger(parseAmount('1Gi'), parseAmount('1G')), 0)).toBe(2n ** 30n);
  expect(inUnits(larger(parseAmount('999m'), parseAmount('1')), -3)).toBe(1000n);
});

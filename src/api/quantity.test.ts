import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Quantity } from './quantity.ts';
import {
  addQuantities,
  asNumber,
  compareQuantities,
  cpuMilli,
  isBadQuantity,
  readQuantity,
  scaledInt64,
  wholeUnits,
  zeroQuantity,
} from './quantity.ts';

function read(text: string): Quantity {
  const quantity = readQuantity(text);
  if (isBadQuantity(quantity)) throw new Error(`${text}: ${quantity.why}`);
  return quantity;
}

const largest = 2 ** 63;
const values = [
  { text: '100m', milli: 100, units: 1, value: 0.1 },
  { text: '1.5', milli: 1500, units: 2, value: 1.5 },
  { text: '.5', milli: 500, units: 1, value: 0.5 },
  { text: '1.', milli: 1000, units: 1, value: 1 },
  { text: '1.G', milli: 1e12, units: 1e9, value: 1e9 },
  { text: '+1', milli: 1000, units: 1, value: 1 },
  { text: '-1', milli: -1000, units: -1, value: -1 },
  { text: '-100m', milli: -100, units: -1, value: -0.1 },
  { text: '1e3', milli: 1e6, units: 1000, value: 1000 },
  { text: '1E3', milli: 1e6, units: 1000, value: 1000 },
  { text: '1e+3', milli: 1e6, units: 1000, value: 1000 },
  { text: '1e-1', milli: 100, units: 1, value: 0.1 },
  { text: '1.5e-1', milli: 150, units: 1, value: 0.15 },
  { text: '12e6', milli: 12e9, units: 12e6, value: 12e6 },
  { text: '128974848000m', milli: 128_974_848_000, units: 128_974_848, value: 128_974_848 },
  { text: '644245094400m', milli: 644_245_094_400, units: 644_245_095, value: 644_245_094.4 },
  { text: '858993459200m', milli: 858_993_459_200, units: 858_993_460, value: 858_993_459.2 },
  { text: '0.5Ki', milli: 512_000, units: 512, value: 512 },
  { text: '1.5Gi', milli: 1_610_612_736_000, units: 1_610_612_736, value: 1_610_612_736 },
  { text: '123Mi', milli: 128_974_848_000, units: 128_974_848, value: 128_974_848 },
  { text: '1k', milli: 1e6, units: 1000, value: 1000 },
  { text: '1Ki', milli: 1_024_000, units: 1024, value: 1024 },
  { text: '3920m', milli: 3920, units: 4, value: 3.92 },
  { text: '14162560Ki', milli: 14_502_461_440_000, units: 14_502_461_440, value: 14_502_461_440 },
  { text: '1234567890n', milli: 1235, units: 2, value: 1.23456789 },
  { text: '250n', milli: 1, units: 1, value: 2.5e-7 },
  { text: '0.1m', milli: 1, units: 1, value: 1e-4 },
  { text: '1500u', milli: 2, units: 1, value: 0.0015 },
  { text: '3.001n', milli: 1, units: 1, value: 4e-9 },
  { text: '0.000000000001Ki', milli: 1, units: 1, value: 2e-9 },
  { text: '0', milli: 0, units: 0, value: 0 },
  { text: '00', milli: 0, units: 0, value: 0 },
  { text: '0Gi', milli: 0, units: 0, value: 0 },
  { text: '0.0', milli: 0, units: 0, value: 0 },
  { text: '1e-1000000', milli: 1, units: 1, value: 1e-9 },
];
for (const { text, milli, units, value } of values) {
  test(`"${text}" is ${value}: ${milli} thousandths, ${units} whole`, () => {
    const quantity = read(text);
    expect([cpuMilli(quantity), wholeUnits(quantity), asNumber(quantity)]).toEqual([milli, units, value]);
  });
}

const beyond = [
  { text: '16Ei', milli: -1000n, units: 2n ** 63n - 1n, why: 'binary forms are capped' },
  { text: '9223372036854775807Ki', milli: -1000n, units: 2n ** 63n - 1n, why: 'binary forms are capped' },
  { text: '10E', milli: 0n, units: 0n, why: '10^18 is multiplied step by step' },
  { text: '1e30', milli: 0n, units: 0n, why: '10^30 is multiplied step by step' },
  { text: '1e18', milli: 0n, units: 10n ** 18n, why: '10^21 is multiplied step by step' },
  { text: '1e17', milli: 0n, units: 10n ** 17n, why: '10^20 is multiplied step by step' },
  { text: '10000000000000000', milli: -8_446_744_073_709_551_616n, units: 10n ** 16n, why: 'a factor of 1000 wraps' },
  { text: '9223372036854775808', milli: 0n, units: -(2n ** 63n), why: 'the low 64 bits remain' },
  { text: '-1.5Ki', milli: -1_536_000n, units: -1536n, why: 'a whole number below zero is itself' },
  {
    text: '-0.3Ki',
    milli: -307_200n,
    units: -306n,
    why: 'long decimals below zero round towards zero, and one too far',
  },
  { text: '1e4294967297', milli: 10_000n, units: 10n, why: 'an exponent is cut to 32 bits' },
];
for (const { text, milli, units, why } of beyond) {
  test(`"${text}" is what Kubernetes makes of it: ${why}`, () => {
    const quantity = read(text);
    expect([scaledInt64(quantity, -3), scaledInt64(quantity, 0)]).toEqual([milli, units]);
    expect([cpuMilli(quantity), wholeUnits(quantity)]).toEqual([Number(milli), Number(units)]);
  });
}

test('what a double cannot hold exactly is no safe integer', () => {
  expect(wholeUnits(read('16Ei'))).toBe(largest);
  expect(Number.isSafeInteger(wholeUnits(read('8Pi')))).toBe(false);
  expect(Number.isSafeInteger(wholeUnits(read('8191Ti')))).toBe(true);
});

const refused = [
  { why: 'empty', texts: [''] },
  {
    why: 'not-a-number',
    texts: [
      ' 1',
      '1 ',
      '1 Gi',
      '1.1.M',
      '0x10',
      '1_000',
      '1e2m',
      '1e3m',
      '1m5.',
      'NaN',
      '１',
      '1toString',
      'Pi',
      '1KB',
      '1g',
      '1gi',
    ],
  },
  {
    why: 'unknown-suffix',
    texts: ['1K', '1ki', '0.1mi', '1i', '.5i', '1m5', '1+1', '1e', '1e99999999999999999999'],
  },
  { why: 'exponent-out-of-reach', texts: ['1234567890123456789e2000000000'] },
];
for (const { why, texts } of refused) {
  for (const text of texts) {
    test(`"${text}" is refused: ${why}`, () => {
      expect(readQuantity(text)).toEqual({ kind: 'bad-quantity', text, why });
    });
  }
}

test('ten times a tenth is one', () => {
  const sum = Array.from({ length: 10 }, () => read('0.1')).reduce(addQuantities, zeroQuantity);
  expect(compareQuantities(sum, read('1'))).toBe(0);
});

test('a sum is rounded once, not each part', () => {
  expect(cpuMilli(addQuantities(read('0.1m'), read('100u')))).toBe(1);
});

/** Value in billionths, straight from the definition, for what is neither beyond int64 nor below a billionth. */
interface Written {
  readonly text: string;
  readonly nanos: bigint;
}
const suffixes: readonly (readonly [string, bigint])[] = [
  ['n', 1n],
  ['u', 10n ** 3n],
  ['m', 10n ** 6n],
  ['', 10n ** 9n],
  ['k', 10n ** 12n],
  ['e3', 10n ** 12n],
  ['M', 10n ** 15n],
  ['Ki', 2n ** 10n * 10n ** 9n],
  ['Mi', 2n ** 20n * 10n ** 9n],
];
const written: fc.Arbitrary<Written> = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 7n }), fc.integer({ min: 0, max: 999 }), fc.constantFrom(...suffixes))
  .map(([whole, thousandths, [suffix, scale]]) => ({
    text: thousandths === 0 ? `${whole}${suffix}` : `${whole}.${String(thousandths).padStart(3, '0')}${suffix}`,
    nanos: roundedUp((whole * 1000n + BigInt(thousandths)) * scale, 1000n),
  }));

function roundedUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}

test('values, sums and comparisons agree with whole numbers of billionths', () => {
  fc.assert(
    fc.property(written, written, (a, b) => {
      const [left, right] = [read(a.text), read(b.text)];
      const sum = addQuantities(left, right);
      expect(scaledInt64(left, 0)).toBe(roundedUp(a.nanos, 10n ** 9n));
      expect(scaledInt64(left, -3)).toBe(roundedUp(a.nanos, 10n ** 6n));
      expect(wholeUnits(left)).toBe(Number(roundedUp(a.nanos, 10n ** 9n)));
      expect(cpuMilli(sum)).toBe(Number(roundedUp(a.nanos + b.nanos, 10n ** 6n)));
      expect(Math.sign(compareQuantities(left, right))).toBe(a.nanos === b.nanos ? 0 : a.nanos < b.nanos ? -1 : 1);
    }),
    { numRuns: 3000 },
  );
});

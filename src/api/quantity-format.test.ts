import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatBytes, formatCores } from './quantity-format.ts';
import { cpuMilli, isBadQuantity, readQuantity, wholeUnits } from './quantity.ts';

const cores = [
  { milli: 1800, want: '1.8' },
  { milli: 2000, want: '2' },
  { milli: 1, want: '0.001' },
  { milli: 0, want: '0' },
  { milli: -250, want: '-0.25' },
];
for (const { milli, want } of cores)
  test(`${milli} thousandths read ${want}`, () => expect(formatCores(milli)).toBe(want));

const bytes = [
  { count: 6 * 2 ** 30, want: '6Gi' },
  { count: 1.5 * 2 ** 30, want: '1536Mi' },
  { count: 1000, want: '1000' },
  { count: 0, want: '0' },
  { count: -(2 ** 20), want: '-1Mi' },
  { count: 2 ** 60, want: '1Ei' },
];
for (const { count, want } of bytes) test(`${count} bytes read ${want}`, () => expect(formatBytes(count)).toBe(want));

test('what is written is read back the same', () => {
  const readBack = (text: string, as: typeof cpuMilli): number => {
    const quantity = readQuantity(text);
    return isBadQuantity(quantity) ? Number.NaN : as(quantity);
  };
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.nat(1_000_000_000), (count, milli) => {
      expect(readBack(formatBytes(count), wholeUnits)).toBe(count);
      expect(readBack(formatCores(milli), cpuMilli)).toBe(milli);
    }),
  );
});

import { expect, test } from 'vitest';
import { rngOf } from '#base/rng.ts';
import { divideWhole, percentOf } from './divide.ts';

test('whole division is exact, as large as numbers get', () => {
  const { float } = rngOf(7);
  for (let round = 0; round < 20_000; round++) {
    const whole = Math.floor(float() * 2 ** (1 + float() * 45)) + 1;
    const part = Math.floor(float() * whole);
    expect(divideWhole(part * 100, whole)).toBe(Number((BigInt(part) * 100n) / BigInt(whole)));
    expect(percentOf(part, whole)).toBe(Number((BigInt(part) * 100n) / BigInt(whole)));
  }
});

test('beyond 2^53 a share wraps as upstream does', () => {
  expect(percentOf(9e18, 9e18)).toBe(
    Number(BigInt.asIntN(64, 900_000_000_000_000_000_000n) / 9_000_000_000_000_000_000n),
  );
});

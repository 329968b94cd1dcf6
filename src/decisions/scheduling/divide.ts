/** Whole division as integers do it, for 0 <= `dividend` and 0 < `divisor`: a quotient that rounding lifted to the next whole number comes down again. */
export function divideWhole(dividend: number, divisor: number): number {
  const quotient = Math.floor(dividend / divisor);
  return quotient * divisor > dividend ? quotient - 1 : quotient;
}

/** How many hundredths of `whole` are `part`, of which it is no more, rounded down. Beyond 2^53 the product wraps as int64 does. */
export function percentOf(part: number, whole: number): number {
  if (part > largestExact || part < 0) return wrappedPercent(part, whole);
  const product = part * 100;
  // no more than 100: cut to a whole number by the quickest way there is
  const quotient = (product / whole) | 0;
  return quotient * whole > product ? quotient - 1 : quotient;
}

const largestExact = Math.floor(Number.MAX_SAFE_INTEGER / 100);

const wrappedPercent = (part: number, whole: number): number =>
  Number(BigInt.asIntN(64, BigInt(part) * 100n) / BigInt(whole));

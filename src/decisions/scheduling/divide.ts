/** Whole division as integers do it, for 0 <= `dividend` and 0 < `divisor`: a quotient that rounding lifted to the next whole number comes down again. */
export function divideWhole(dividend: number, divisor: number): number {
  const quotient = Math.floor(dividend / divisor);
  return quotient * divisor > dividend ? quotient - 1 : quotient;
}

/** How many hundredths of `whole` are `part`, rounded down. Beyond 2^53 the product wraps as int64 does. */
export function percentOf(part: number, whole: number): number {
  const product = part * 100;
  if (product <= Number.MAX_SAFE_INTEGER && part >= 0) return divideWhole(product, whole);
  return Number(BigInt.asIntN(64, BigInt(part) * 100n) / BigInt(whole));
}

/** Whole division as integers do it, for 0 <= `dividend` and 0 < `divisor`: a quotient that rounding lifted to the next whole number comes down again. */
export function divideWhole(dividend: number, divisor: number): number {
  const quotient = Math.floor(dividend / divisor);
  return quotient * divisor > dividend ? quotient - 1 : quotient;
}

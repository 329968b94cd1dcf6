/**
 * A quantity the way kube-scheduler holds it: `value` × 10^`scale`. It is held in 64 bits until it no longer fits, and as
 * a decimal of any length from then on (`long`). Kept apart because the two overflow differently.
 */
export interface Amount {
  readonly value: bigint;
  readonly scale: number;
  readonly long: boolean;
}

export const zeroAmount: Amount = { value: 0n, scale: 0, long: false };

const shape = /^([+-]?)(\d*)(?:\.(\d*))?([eE][+-]?\d+|[KMGTPE]i|[numkMGTPE])?$/;
const decimalExponents: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const binaryExponents: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };

const largest = 2n ** 63n - 1n;
const smallest = -(2n ** 63n);

/** What a 64-bit integer keeps of a number. */
export function wrap(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

function fits(value: bigint): boolean {
  return value >= smallest && value <= largest;
}

/** Reads "100m", "1.5Gi", "1e3". Throws on anything an API server refuses. */
export function parseAmount(text: string): Amount {
  const parts = shape.exec(text);
  if (parts === null || text === '') throw new RangeError(`${text} is no quantity`);
  const [, sign = '', whole = '', fraction = '', suffix = ''] = parts;
  const digits = whole.replace(/^0+/, '') || '0';
  const magnitude = Object.hasOwn(binaryExponents, suffix)
    ? binaryAmount(whole, digits, fraction, binaryExponents[suffix]!)
    : decimalAmount(whole, digits, fraction, decimalExponent(suffix));
  return sign === '-' ? { ...magnitude, value: -magnitude.value } : magnitude;
}

function decimalExponent(suffix: string): number {
  if (suffix === '') return 0;
  return decimalExponents[suffix] ?? Number(suffix.slice(1));
}

function decimalAmount(whole: string, digits: string, fraction: string, exponent: number): Amount {
  const scale = exponent - fraction.length;
  if (digits.length + fraction.length <= 18 && scale >= -9) {
    return { value: BigInt(digits + fraction), scale, long: false };
  }
  return roundToNano(BigInt(`0${whole}${fraction}`), scale);
}

function binaryAmount(whole: string, digits: string, fraction: string, exponent: number): Amount {
  const precision = 15 - digits.length - Math.trunc((exponent * 3) / 10) - 1;
  if (fraction === '' && precision >= 0) return { value: BigInt(digits) << BigInt(exponent), scale: 0, long: false };
  const exact = roundToNano(BigInt(`0${whole}${fraction}`) << BigInt(exponent), -fraction.length);
  // only numbers with a binary suffix are capped
  return compare(exact, { value: largest, scale: 0, long: true }) > 0
    ? { value: largest, scale: 0, long: true }
    : exact;
}

function roundToNano(value: bigint, scale: number): Amount {
  if (value === 0n) return { value, scale, long: true };
  const shift = scale + 9;
  const nano = shift >= 0 ? value * 10n ** BigInt(shift) : divideUp(value, 10n ** BigInt(-shift));
  return { value: nano, scale: -9, long: true };
}

/** Away from zero. */
function divideUp(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  if (value % divisor === 0n) return quotient;
  return value > 0n ? quotient + 1n : quotient - 1n;
}

/** Both values at the finer of the two scales. */
function aligned(a: Amount, b: Amount): { a: bigint; b: bigint; scale: number } {
  const scale = Math.min(a.scale, b.scale);
  return {
    a: a.value * 10n ** BigInt(a.scale - scale),
    b: b.value * 10n ** BigInt(b.scale - scale),
    scale,
  };
}

export function compare(a: Amount, b: Amount): number {
  const both = aligned(a, b);
  if (both.a === both.b) return 0;
  return both.a < both.b ? -1 : 1;
}

export function add(a: Amount, b: Amount): Amount {
  if (!a.long && !b.long) {
    if (b.value === 0n) return a;
    if (a.value === 0n) return b;
  }
  const both = aligned(a, b);
  const value = both.a + both.b;
  const short = !a.long && !b.long && fits(both.a) && fits(both.b) && fits(value);
  return { value, scale: both.scale, long: !short };
}

/** `b` where it is greater; comparing with a long one makes it long. */
export function larger(a: Amount, b: Amount): Amount {
  return compare(b, a) > 0 ? { ...b, long: a.long || b.long } : a;
}

/** Whole units, rounded up; with `scale` −3 thousandths. What does not fit 64 bits is as wrong as in kube-scheduler. */
export function inUnits(amount: Amount, scale: 0 | -3): bigint {
  const shift = amount.scale - scale;
  if (shift < 0) return wrap(divideUp(amount.value, 10n ** BigInt(-shift)));
  if (amount.long) return wrap(wrap(amount.value) * wrap(10n ** BigInt(shift)));
  const exact = amount.value * 10n ** BigInt(shift);
  const wraps = [0, 1, 2, 3, 6, 9].includes(shift);
  return fits(exact) || wraps ? wrap(exact) : 0n;
}

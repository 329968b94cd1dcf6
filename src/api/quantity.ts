import type { BadQuantityReason, Notation, WrittenQuantity } from './quantity-syntax.ts';
import { binarySuffixes, decimalSuffixes, takeApart } from './quantity-syntax.ts';

/** An amount of a resource as Kubernetes holds it: `coefficient × 10^exponent`, exactly. */
export interface Quantity {
  /** A bigint only where a double would not be exact. */
  readonly coefficient: number | bigint;
  readonly exponent: number;
  readonly notation: Notation;
  /** Kubernetes holds it as a decimal of any length. Only beyond int64, and below zero, does that show. */
  readonly wide: boolean;
}

/** A text that is no quantity. Never counted as zero. */
export interface BadQuantity {
  readonly kind: 'bad-quantity';
  readonly text: string;
  readonly why: BadQuantityReason;
}

/** No amount of anything. */
export const zeroQuantity: Quantity = { coefficient: 0, exponent: 0, notation: 'decimal', wide: false };

/** Digits that fit an int64 for certain: with more, Kubernetes turns to decimals of any length. */
const NARROW_DIGITS = 18;
/** Nothing is kept below a billionth: it is rounded up to one. */
const NANO = -9;
/** Kubernetes would compute a number of as many digits as the exponent says; no quantity means that. */
const FARTHEST_EXPONENT = 1000;
const LARGEST_INT64 = 2n ** 63n - 1n;

/** Reads a quantity ("100m", "1.5Gi", "1e3") as Kubernetes does. Blanks around it are the caller's to trim. */
export function readQuantity(text: string): Quantity | BadQuantity {
  return readPlain(text) ?? readAny(text);
}

/** Whether what was read is no quantity. */
export function isBadQuantity(read: Quantity | BadQuantity): read is BadQuantity {
  return 'kind' in read;
}

/** Digits and a suffix, nothing beyond 2^53: nearly every quantity there is. */
function readPlain(text: string): Quantity | undefined {
  let coefficient = 0;
  let at = 0;
  for (; at < text.length && at < 15; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) break;
    coefficient = coefficient * 10 + digit;
  }
  if (at === 0) return undefined;
  const suffix = at === text.length ? '' : text.slice(at);
  const ten = decimalSuffixes.get(suffix);
  if (ten !== undefined) return { coefficient, exponent: ten, notation: 'decimal', wide: false };
  const two = binarySuffixes.get(suffix);
  const units = two === undefined ? Infinity : coefficient * 2 ** two;
  return Number.isSafeInteger(units) ? { coefficient: units, exponent: 0, notation: 'binary', wide: false } : undefined;
}

function readAny(text: string): Quantity | BadQuantity {
  const written = takeApart(text);
  if (typeof written === 'string') return { kind: 'bad-quantity', text, why: written };
  const read = readNarrow(written) ?? readWide(written);
  return typeof read === 'string' ? { kind: 'bad-quantity', text, why: read } : read;
}

/** As an int64 and a power of ten; nothing where that might not hold it. */
function readNarrow(written: WrittenQuantity): Quantity | undefined {
  const { whole, fraction, base, exponent, notation, negative } = written;
  const digits = (whole === '' ? 1 : whole.length) + fraction.length;
  const scale = (base === 10 ? exponent : 0) - fraction.length;
  if (scale < NANO || (base === 2 && fraction !== '')) return undefined;
  // 3/10 of the power of two is about its decimal digits; the limit of 15 is Kubernetes' own
  const spare = base === 10 ? NARROW_DIGITS - digits : 14 - digits - Math.floor((exponent * 3) / 10);
  if (spare < 0) return undefined;
  const value = BigInt(whole + fraction) << BigInt(base === 2 ? exponent : 0);
  return { coefficient: least(negative ? -value : value), exponent: scale, notation, wide: false };
}

/** As a decimal of any length: rounded away from zero to a billionth; binary forms are capped at the largest int64. */
function readWide(written: WrittenQuantity): Quantity | BadQuantityReason {
  const { whole, fraction, base, notation, digitless, negative } = written;
  if (digitless) return 'not-a-number';
  const digits = BigInt(whole + fraction);
  if (digits === 0n) return { ...zeroQuantity, notation, wide: true };
  const ten = (base === 10 ? written.exponent : 0) - fraction.length - NANO;
  if (ten > FARTHEST_EXPONENT) return 'exponent-out-of-reach';
  const nanos = base === 2 ? digits << BigInt(written.exponent) : digits;
  return capped(ten >= 0 ? nanos * tenTo(ten) : dividedUp(nanos, -ten), notation, negative);
}

function capped(nanos: bigint, notation: Notation, negative: boolean): Quantity {
  const over = notation === 'binary' && nanos > LARGEST_INT64 * 10n ** 9n;
  const size = over ? LARGEST_INT64 : nanos;
  const small = notation === 'binary' && nanos < 10n ** 9n;
  return {
    coefficient: least(negative ? -size : size),
    exponent: over ? 0 : NANO,
    notation: small ? 'decimal' : notation,
    wide: true,
  };
}

/** Thousandths of a core, rounded up. Not a safe integer where it is beyond 2^53: then it is near, not exact. */
export function cpuMilli(quantity: Quantity): number {
  return scaled(quantity, -3);
}

/** Bytes or pieces, rounded up. Not a safe integer where it is beyond 2^53: then it is near, not exact. */
export function wholeUnits(quantity: Quantity): number {
  return scaled(quantity, 0);
}

/** The value as the nearest double, nothing rounded up: cores of a measurement. */
export function asNumber(quantity: Quantity): number {
  const { coefficient, exponent } = quantity;
  if (exponent === 0) return Number(coefficient);
  // both operands are exact, so the quotient is the nearest double
  if (typeof coefficient === 'number' && exponent < 0 && exponent >= -22) return coefficient / 10 ** -exponent;
  return Number(`${coefficient}e${exponent}`);
}

function scaled(quantity: Quantity, at: number): number {
  const { coefficient, exponent } = quantity;
  if (typeof coefficient === 'number' && coefficient >= 0) {
    const shift = exponent - at;
    if (shift === 0) return coefficient;
    const near = shift > 0 ? coefficient * 10 ** shift : dividedUpSmall(coefficient, 10 ** -shift);
    if (Number.isSafeInteger(near)) return near;
  }
  return Number(scaledInt64(quantity, at));
}

/** Exact where the plain quotient might round: the remainder is. */
function dividedUpSmall(value: number, by: number): number {
  const rest = value % by;
  return (value - rest) / by + (rest === 0 ? 0 : 1);
}

/** The amount in units of `10^at`, rounded up, and what Kubernetes makes of it beyond int64. */
export function scaledInt64(quantity: Quantity, at: number): bigint {
  const value = BigInt(quantity.coefficient);
  const shift = quantity.exponent - at;
  if (quantity.wide) return shift <= 0 ? wideDown(value, -shift) : wideUp(value, shift);
  if (shift <= 0) return value < 0n ? -dividedUp(-value, -shift) : dividedUp(value, -shift);
  return narrowUp(value, shift);
}

/** The powers that are multiplied at once, and so wrap; the others are multiplied step by step, and give up with 0. */
const wrappingPowers: ReadonlySet<number> = new Set([1, 2, 3, 6, 9]);

function narrowUp(value: bigint, power: number): bigint {
  if (power > 18) return 0n;
  const product = value * tenTo(power);
  const held = BigInt.asIntN(64, product);
  return held === product || wrappingPowers.has(power) ? held : 0n;
}

function wideUp(value: bigint, power: number): bigint {
  // a power of ten beyond int64 becomes the smallest int64
  const factor = power > 18 ? -LARGEST_INT64 - 1n : tenTo(power);
  return BigInt.asIntN(64, BigInt.asIntN(64, value) * factor);
}

function wideDown(value: bigint, power: number): bigint {
  if (power === 0) return BigInt.asIntN(64, value);
  const by = tenTo(power);
  // below the largest int64 the low 64 bits are divided, and any rest adds one: -1.5 becomes 0, not -1
  if (value < LARGEST_INT64 && power < 19) {
    const low = BigInt.asIntN(64, value);
    return low / by + (low % by === 0n ? 0n : 1n);
  }
  const floor = value < 0n && value % by !== 0n ? value / by - 1n : value / by;
  return BigInt.asIntN(64, BigInt.asIntN(64, floor) + (value % by === 0n ? 0n : 1n));
}

/** Below zero, zero, or above zero, as `a` is smaller than, equal to, or larger than `b`; exact. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  if (a.exponent === b.exponent) return order(a.coefficient, b.coefficient);
  if (signOf(a) === 0 && signOf(b) === 0) return 0;
  const size = magnitude(a) - magnitude(b);
  const sameSign = signOf(a) === signOf(b);
  if (!sameSign) return signOf(a) - signOf(b);
  if (Math.abs(size) > 1) return size * signOf(a);
  const exponent = Math.min(a.exponent, b.exponent);
  return order(rescaled(a, exponent), rescaled(b, exponent));
}

/** The sum, exact: rounding is left to the end, as a pod's request is rounded once. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  if (!b.wide && b.coefficient === 0) return a;
  if (!a.wide && a.coefficient === 0) return b;
  const notation = signOf(a) === 0 ? b.notation : a.notation;
  if (a.exponent === b.exponent && typeof a.coefficient === 'number' && typeof b.coefficient === 'number') {
    const sum = a.coefficient + b.coefficient;
    if (Number.isSafeInteger(sum)) return { coefficient: sum, exponent: a.exponent, notation, wide: a.wide || b.wide };
  }
  const exponent = Math.min(a.exponent, b.exponent);
  if (Math.abs(a.exponent - b.exponent) > FARTHEST_EXPONENT) return a.exponent > b.exponent ? a : b;
  const [left, right] = [rescaled(a, exponent), rescaled(b, exponent)];
  const wide = a.wide || b.wide || [left, right, left + right].some((value) => BigInt.asIntN(64, value) !== value);
  return { coefficient: least(left + right), exponent, notation, wide };
}

function signOf(quantity: Quantity): number {
  return order(quantity.coefficient, 0);
}

function order(a: number | bigint, b: number | bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Digits before the point, about: two quantities that differ here by more than one differ in size. */
function magnitude(quantity: Quantity): number {
  const digits = String(quantity.coefficient).replace('-', '');
  return digits === '0' ? Number.NEGATIVE_INFINITY : digits.length + quantity.exponent;
}

function rescaled(quantity: Quantity, exponent: number): bigint {
  return BigInt(quantity.coefficient) * tenTo(quantity.exponent - exponent);
}

function dividedUp(value: bigint, power: number): bigint {
  // fewer digits than the power cuts off: all of it is the rest
  if (power > String(value).length) return value === 0n ? 0n : 1n;
  const by = tenTo(power);
  return value / by + (value % by === 0n ? 0n : 1n);
}

function tenTo(power: number): bigint {
  return 10n ** BigInt(power);
}

/** As a number where a number is exact. */
function least(value: bigint): number | bigint {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : value;
}

/** How a quantity was written; a sum keeps the notation of what it started from. */
export type Notation = 'decimal' | 'binary' | 'exponent';

export type BadQuantityReason = 'empty' | 'not-a-number' | 'unknown-suffix' | 'exponent-out-of-reach';

/** A quantity taken apart and not yet computed: `±whole.fraction × base^exponent`. */
export interface WrittenQuantity {
  readonly negative: boolean;
  /** Digits before the point, without leading zeros. */
  readonly whole: string;
  readonly fraction: string;
  /** No digit at all, as in "m": upstream reads zero where it can do without big numbers. */
  readonly digitless: boolean;
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly notation: Notation;
}

/** Powers of ten of the decimal suffixes. */
export const decimalSuffixes: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);

/** Powers of two of the binary suffixes. */
export const binarySuffixes: ReadonlyMap<string, number> = new Map([
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
]);

const shape = /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[+-]?\d*)$/;
const exponentSuffix = /^[eE]([+-]?\d+)$/;
const largestInt64 = 2n ** 63n - 1n;

/** Takes a quantity apart by upstream's grammar: a sign, a decimal, and one suffix or one exponent. */
export function takeApart(text: string): WrittenQuantity | BadQuantityReason {
  if (text === '') return 'empty';
  const parts = shape.exec(text);
  if (parts === null) return 'not-a-number';
  const [, sign, digits = '', fraction = '', suffix = ''] = parts;
  const scale = readSuffix(suffix);
  if (scale === undefined) return 'unknown-suffix';
  const whole = digits.replace(/^0+/, '');
  return { negative: sign === '-', whole, fraction, digitless: digits === '' && fraction === '', ...scale };
}

function readSuffix(suffix: string): Pick<WrittenQuantity, 'base' | 'exponent' | 'notation'> | undefined {
  const ten = decimalSuffixes.get(suffix);
  if (ten !== undefined) return { base: 10, exponent: ten, notation: 'decimal' };
  const two = binarySuffixes.get(suffix);
  if (two !== undefined) return { base: 2, exponent: two, notation: 'binary' };
  const exponent = exponentSuffix.exec(suffix)?.[1];
  return exponent === undefined ? undefined : readExponent(BigInt(exponent.replace('+', '')));
}

/** An exponent is an int64 that is then cut to 32 bits: "1e4294967297" is ten. */
function readExponent(exponent: bigint): Pick<WrittenQuantity, 'base' | 'exponent' | 'notation'> | undefined {
  if (exponent > largestInt64 || exponent < -largestInt64 - 1n) return undefined;
  return { base: 10, exponent: Number(BigInt.asIntN(32, exponent)), notation: 'exponent' };
}

const decimal = /^[+-]?\d+$/;

/** A decimal that fits 64 bits with a sign, as Go's ParseInt reads it: a sign and leading zeros are allowed. */
export function readInt64(text: string): bigint | undefined {
  if (!decimal.test(text)) return undefined;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

const QUANTITY = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:([eE][+-]?\d+)|([KMGTPE]i|[numkMGTPE]))?$/;

const SUFFIXES: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/** An amount as people write it (`100m`, `1.5Gi`, `12e6`), in its base unit; NaN where it is none. */
export function quantityOf(text: string): number {
  const [, digits, exponent = '', suffix] = QUANTITY.exec(text) ?? [];
  if (digits === undefined) return Number.NaN;
  return Number(digits + exponent) * (suffix === undefined ? 1 : SUFFIXES[suffix]!);
}

/** Below this share of an hour, being full as well is no matter. */
const NEGLIGIBLE = 0.001;
const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

/**
 * The chance that a load of this mean, standard deviation and skewness (0..1) lies above `at`: the normal tail with the
 * first term of Edgeworth's expansion. Abramowitz and Stegun 26.2.17, off by less than 1e-7.
 */
export function chanceAbove(at: number, mean: number, deviation: number, skewness: number): number {
  const z = (at - mean) / deviation;
  if (z > 6) return 0;
  if (z < -6) return 1;
  const density = Math.exp(-0.5 * z * z) / ROOT_TWO_PI;
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const beyond =
    density * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (z < 0 ? 1 - beyond : beyond) + (skewness / 6) * (z * z - 1) * density;
  return tail < 0 ? 0 : tail > 1 ? 1 : tail;
}

/** Chance to be above the line, and as many times again to be full: what an hour of such a load weighs. */
export function overload(
  node: { readonly line: number; readonly full: number; readonly fullWeight: number },
  mean: number,
  deviation: number,
  skewness: number,
): number {
  const above = chanceAbove(node.line, mean, deviation, skewness);
  return above < NEGLIGIBLE ? above : above + node.fullWeight * chanceAbove(node.full, mean, deviation, skewness);
}

/** Beyond so many deviations there is nothing; between, the normal tail and its density stand so many times a deviation. */
const REACH = 8;
const PER_DEVIATION = 512;
const density = (z: number): number => Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
const densities = Float64Array.from({ length: 2 * REACH * PER_DEVIATION + 1 }, (_, at) =>
  density(at / PER_DEVIATION - REACH),
);
const tails = tailsOf(densities);

/** Simpson's sums from the far end. */
function tailsOf(of: Float64Array): Float64Array {
  const sums = new Float64Array(of.length);
  for (let at = of.length - 2; at >= 0; at--) {
    const middle = density((at + 0.5) / PER_DEVIATION - REACH);
    sums[at] = sums[at + 1]! + (of[at]! + 4 * middle + of[at + 1]!) / (6 * PER_DEVIATION);
  }
  return sums;
}

/**
 * The chance that a load of this mean, standard deviation and skewness (0..1) lies above `at`: the normal tail with the
 * first term of Edgeworth's expansion, between the places of a table, off by less than 2e-7. It has no steps: what is
 * reckoned in two ways comes out alike.
 */
export function chanceAbove(at: number, mean: number, deviation: number, skewness: number): number {
  const z = (at - mean) / deviation;
  if (z >= REACH) return 0;
  if (z <= -REACH) return 1;
  const place = (z + REACH) * PER_DEVIATION;
  const index = Math.trunc(place);
  const beyond = place - index;
  const tail = tails[index]! + beyond * (tails[index + 1]! - tails[index]!);
  if (skewness === 0) return tail;
  const dense = densities[index]! + beyond * (densities[index + 1]! - densities[index]!);
  const skewed = tail + (skewness / 6) * (z * z - 1) * dense;
  return skewed < 0 ? 0 : skewed > 1 ? 1 : skewed;
}

/** Chance to be above the line, and as many times again to be full: what an hour of such a load weighs. */
export function overload(
  node: { readonly line: number; readonly full: number; readonly fullWeight: number },
  mean: number,
  deviation: number,
  skewness: number,
): number {
  const above = chanceAbove(node.line, mean, deviation, skewness);
  return above === 0 ? 0 : above + node.fullWeight * chanceAbove(node.full, mean, deviation, skewness);
}

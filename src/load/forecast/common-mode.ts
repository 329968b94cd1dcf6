import type { Learnt } from '#load/forecast/learnt.ts';

/** In cores or bytes: less is nothing. */
const NOTHING = 1e-9;

/**
 * How far all owners together stand above their levels just now, as a share of those: a rise of all that drowns in the
 * noise of each. What noise alone would show is taken off; a sum over owners, so that pods that come and go are no rise.
 */
export function commonExcess(learnt: Learnt, podNoise: Float64Array): number {
  const { owners, pods } = learnt.columns;
  let [excess, level, noise] = [0, 0, 0];
  for (let pod = 0; pod < learnt.podCount; pod++) {
    const row = pods.owner[pod]!;
    if (row < 0 || owners.slowWeight[row] === 0) continue;
    const scale = pods.scale[pod]!;
    const slow = owners.slowSum[row]! / owners.slowWeight[row]!;
    excess += scale * (owners.fastSum[row]! / owners.fastWeight[row]! - slow);
    level += scale * slow;
    noise += (scale * scale * podNoise[pod]!) / owners.fastWeight[row]!;
  }
  if (!(level > NOTHING)) return 0;
  const unexplained = excess * excess - noise;
  return unexplained > 0 ? unexplained / excess / level : 0;
}

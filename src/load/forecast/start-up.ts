import { hourOfDay } from '#load/forecast/daily-shape.ts';
import type { ForecastColumns } from '#load/forecast/forecast-columns.ts';
import { type ForecastOptions, HOUR_MS, HOURS } from '#load/forecast/forecast-options.ts';
import type { Learnt } from '#load/forecast/learnt.ts';

/** A start counts so many times as much as the one before it. */
const KEEP = 0.9;
/** What starts of all owners show, and that nothing is to be seen of a start before any was, is worth so many starts of one. */
const PRIOR_STARTS = 2;

/**
 * Use as it is to be learnt from: what pods use while they start is no evidence of what they will, so it is counted apart,
 * and not known to the rest. An owner that nobody saw yet is learnt from whatever there is.
 */
export function withoutStarts(
  { owners, pods, days }: ForecastColumns,
  at: number,
  use: Float64Array,
  { startMs }: Pick<ForecastOptions, 'startMs'>,
): Float64Array {
  let settled = use;
  const slot = hourOfDay(Math.floor(at / HOUR_MS));
  for (let pod = 0; pod < use.length; pod++) {
    const row = pods.owner[pod]!;
    if (row < 0 || !(at - pods.startedAt[pod]! < startMs) || owners.fastWeight[row] === 0) continue;
    if (Number.isNaN(use[pod]!) || !(pods.scale[pod]! > 0)) continue;
    const level = owners.fastSum[row]! / owners.fastWeight[row]! + days.shape[row * HOURS + slot]!;
    owners.startSum[row] = owners.startSum[row]! * KEEP + use[pod]! / pods.scale[pod]! - level;
    owners.startWeight[row] = owners.startWeight[row]! * KEEP + 1;
    if (settled === use) settled = use.slice();
    settled[pod] = Number.NaN;
  }
  return settled;
}

/** By owner: what its pods are expected to use beyond their level while they start, as a share of their scale. */
export function startUps({ columns: { owners }, ownerCount }: Learnt): Float64Array {
  const ofAll = startOfAll(owners, ownerCount);
  return Float64Array.from({ length: ownerCount }, (_, row) => {
    const prior = PRIOR_STARTS * ofAll * levelOf(owners, row);
    return Math.max(0, (owners.startSum[row]! + prior) / (owners.startWeight[row]! + PRIOR_STARTS));
  });
}

/** How many times its level a pod uses beyond it while it starts, over the starts of all owners. */
function startOfAll(owners: ForecastColumns['owners'], ownerCount: number): number {
  let [beyond, levels, starts] = [0, 0, 0];
  for (let row = 0; row < ownerCount; row++) {
    beyond += owners.startSum[row]!;
    levels += owners.startWeight[row]! * levelOf(owners, row);
    starts += owners.startWeight[row]!;
  }
  if (!(beyond > 0) || !(levels > 0)) return 0;
  return (beyond / levels) * (starts / (starts + PRIOR_STARTS));
}

const levelOf = ({ slowSum, slowWeight }: ForecastColumns['owners'], row: number): number =>
  slowWeight[row] === 0 ? 0 : slowSum[row]! / slowWeight[row]!;

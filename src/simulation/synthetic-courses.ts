import { rngOf, type Rng } from '#base/rng.ts';

/** How much CPU a workload's replicas want, where nothing was recorded. */
export interface LoadShape {
  readonly shape: 'steady' | 'diurnal' | 'bursty';
  /** The mean of a replica, in cores. */
  readonly cores: number;
  /** How far it goes from the mean, as a share of it: the day's swing, or a burst's height. */
  readonly swing: number;
  /** Noise of each replica, as a share of the mean. */
  readonly noise: number;
  /** Of a day: when it is highest, 0..1. */
  readonly peakAt: number;
}

/** A burst comes in this share of steps, and lasts so many. */
const BURST_SHARE = 0.04;
const BURST_STEPS = 4;

/** One replica's course, a value a step; replicas of one shape share its tide and not its noise. */
export function syntheticCourse(
  shape: LoadShape,
  steps: { readonly count: number; readonly perDay: number },
  seed: number,
): number[] {
  const rng = rngOf(seed);
  let burstLeft = 0;
  return Array.from({ length: steps.count }, (_, step) => {
    burstLeft = burstLeft > 0 ? burstLeft - 1 : rng.float() < BURST_SHARE ? BURST_STEPS : 0;
    const tide = tideOf(shape, (step % steps.perDay) / steps.perDay, burstLeft > 0);
    return Math.max(0, shape.cores * (1 + shape.swing * tide + shape.noise * bellish(rng)));
  });
}

/** -1..1 for a day, 0 or 1 for bursts. */
function tideOf({ shape, peakAt }: LoadShape, timeOfDay: number, isBurst: boolean): number {
  switch (shape) {
    case 'steady':
      return 0;
    case 'diurnal':
      return Math.cos(2 * Math.PI * (timeOfDay - peakAt));
    case 'bursty':
      return isBurst ? 1 : 0;
  }
}

/** Near enough to normal, of mean 0 and deviation 1: four draws summed. */
function bellish(rng: Rng): number {
  const sum = rng.float() + rng.float() + rng.float() + rng.float();
  return (sum - 2) * Math.sqrt(3);
}

import { KNOWN_HOURS } from './wander.ts';

/** One in so many excesses that are looked at is a level that has shifted, by about so much. */
const SHIFTS_PER_EXCESS = 0.003;
const SHIFT_DEVIATION = 0.25;
/** Excesses that pass have longer tails than the normal law: those of Student's t with so many degrees of freedom. */
const FREEDOM = 4;
const LEAST_VARIANCE = 1e-6;

/** What is left of a shift after an hour: it may be taken back. */
export const SHIFT_LASTING = 0.98;

/**
 * How likely a load that stands off its level has a new level, rather than wanders: by Bayes, of two laws which differ in
 * how far they reach. `variance`: of such excesses hitherto, watched for so many hours; of a young load nothing is said.
 */
export function chanceOfShift(excess: number, variance: number, hours: number): number {
  if (hours < KNOWN_HOURS) return 0;
  const passing = Math.max(variance, LEAST_VARIANCE);
  const shifted = passing + SHIFT_DEVIATION ** 2;
  const far = excess * excess;
  const evidence =
    ((FREEDOM + 1) / 2) * Math.log1p(far / (FREEDOM * passing)) - far / (2 * shifted) + Math.log(passing / shifted) / 2;
  return 1 / (1 + Math.exp(-evidence) * (1 / SHIFTS_PER_EXCESS - 1));
}

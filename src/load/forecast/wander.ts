import { HOUR_MS } from '#load/forecast/forecast-options.ts';
import type { Learnt } from '#load/forecast/learnt.ts';
import type { Population } from '#load/forecast/population.ts';
import { shareShown } from '#load/forecast/running-mean.ts';

/** Hours after which it is known how far a level wanders by itself. */
export const KNOWN_HOURS = 6;
/** What was expected before anything was seen counts as so many hours of one owner, however many were watched since. */
const EXPECTED_HOURS = 12;
/**
 * Levels walk. Hours gone by were held against a level that had followed them; those of the day ahead lie so many times as
 * far off, as a variance: of a random walk (6 + 12 steps against 6), for a level over 12 hours and the mean of 24.
 */
const AHEAD = 3;

/** How far hours ahead lie off an owner's level, by what hours gone by did beyond noise: squares, summed over those. */
export function wanderAhead(
  { columns: { owners } }: Learnt,
  { noiseOf }: Pick<Population, 'noiseOf'>,
  row: number,
): number {
  return AHEAD * Math.max(0, owners.residualSquares[row]! - owners.residualWeight[row]! * hourly(noiseOf(row)));
}

/** How far levels wander within a day: the variance over the level squared, by all owners that were watched for long enough. */
export function wanderPerLevel(learnt: Learnt, population: Pick<Population, 'noiseOf' | 'levelOf'>): number {
  const { columns, ownerCount, options } = learnt;
  const { residualWeight, slowWeight } = columns.owners;
  const perHour = HOUR_MS / options.stepMs;
  const before = options.wanderPerLevel ** 2;
  let [known, squares, hours, ofLevels] = [0, 0, 0, 0];
  for (let row = 0; row < ownerCount; row++) {
    if (residualWeight[row]! < KNOWN_HOURS) continue;
    const ofLevel = population.levelOf(row).level ** 2;
    // an hour has entered the level that it is held against
    const shown = residualWeight[row]! * shareShown(slowWeight[row]! / perHour, options.slowSteps / perHour);
    squares += wanderAhead(learnt, population, row);
    hours += shown * ofLevel;
    ofLevels += ofLevel;
    known++;
  }
  if (ofLevels === 0) return before;
  const expected = EXPECTED_HOURS * (ofLevels / known);
  return (squares + expected * before) / (hours + expected);
}

/** Of the mean of an hour's samples. */
export const hourly = (noise: number): number => noise / 12;

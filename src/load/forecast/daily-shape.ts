import { type ForecastColumns } from '#load/forecast/forecast-columns.ts';
import { BLOCK_HOURS, BLOCKS, type ForecastOptions, HOURS } from '#load/forecast/forecast-options.ts';

/**
 * Takes a whole hour's mean into an owner's memory of days:
 *
 * 1. what slow leaves over says how the level wanders, and how an hour's excess lasts into the next;
 * 2. the shape remembered before this hour is held against it: the proof, or disproof, that days repeat;
 * 3. only then does the hour enter the shape.
 */
export function closeHour(held: ForecastColumns, row: number, hour: number, options: ForecastOptions): void {
  const { owners, days } = held;
  const mean = owners.hourSum[row]! / owners.hourSamples[row]!;
  const slot = hourOfDay(hour);
  const cell = row * HOURS + slot;
  const residual = mean - days.shape[cell]! - owners.slowSum[row]! / owners.slowWeight[row]!;
  countResidual(held, { row, hour, residual }, 1 - 1 / options.wanderHours);
  rememberResidual(held, { row, hour, residual });
  proveRepeat(held, row, slot, mean);
  days.daySum[cell] = days.daySum[cell]! * options.dayWeight + mean;
  days.dayWeight[cell] = days.dayWeight[cell]! * options.dayWeight + 1;
  days.lastDay[cell] = mean;
  owners.hourSum[row] = 0;
  owners.hourSamples[row] = 0;
}

export function hourOfDay(hour: number): number {
  return ((hour % HOURS) + HOURS) % HOURS;
}

interface HourResidual {
  readonly row: number;
  readonly hour: number;
  readonly residual: number;
}

function countResidual({ owners }: ForecastColumns, { row, hour, residual }: HourResidual, keep: number): void {
  owners.residualSquares[row] = owners.residualSquares[row]! * keep + residual ** 2;
  owners.residualWeight[row] = owners.residualWeight[row]! * keep + 1;
  if (owners.lastHour[row] === hour - 1) {
    const last = owners.lastResidual[row]!;
    owners.lagProducts[row] = owners.lagProducts[row]! * keep + residual * last;
    owners.lagSquares[row] = owners.lagSquares[row]! * keep + (residual ** 2 + last ** 2) / 2;
  }
  owners.lastResidual[row] = residual;
  owners.lastHour[row] = hour;
}

/** Adds an hour to its block of the week; blocks in which nothing was seen are empty. */
function rememberResidual({ owners, weeks }: ForecastColumns, { row, hour, residual }: HourResidual): void {
  const block = Math.floor(hour / BLOCK_HOURS);
  const last = owners.block[row]!;
  for (let missed = Math.max(last, block - BLOCKS) + 1; missed <= block; missed++) {
    weeks.residual[row * BLOCKS + blockOfWeek(missed)] = 0;
  }
  weeks.residual[row * BLOCKS + blockOfWeek(block)]! += residual;
  owners.block[row] = block;
}

const blockOfWeek = (block: number): number => ((block % BLOCKS) + BLOCKS) % BLOCKS;

function proveRepeat(held: ForecastColumns, row: number, slot: number, mean: number): void {
  const raw = rawShape(held, row);
  if (raw === undefined) return;
  const { owners, days } = held;
  let lastDay = 0;
  for (let hour = 0; hour < HOURS; hour++) lastDay += days.lastDay[row * HOURS + hour]!;
  owners.repeatProducts[row]! += (mean - lastDay / HOURS) * raw[slot]!;
  owners.repeatSquares[row]! += raw[slot]! ** 2;
}

/** The remembered hours about their mean; unknown until every hour of the day was seen. The array is lent until the next call. */
export function rawShape({ days }: ForecastColumns, row: number): Float64Array | undefined {
  let sum = 0;
  for (let hour = 0; hour < HOURS; hour++) {
    const cell = row * HOURS + hour;
    if (days.dayWeight[cell] === 0) return undefined;
    sum += raw[hour] = days.daySum[cell]! / days.dayWeight[cell]!;
  }
  for (let hour = 0; hour < HOURS; hour++) raw[hour]! -= sum / HOURS;
  return raw;
}

const raw = new Float64Array(HOURS);

/** Mean square of a shape, and how smooth it is: its autocorrelation around the clock, 0 where it jumps about. */
export function smoothness(shape: Float64Array): { readonly square: number; readonly smooth: number } {
  let squares = 0;
  let products = 0;
  for (let hour = 0; hour < HOURS; hour++) {
    squares += shape[hour]! ** 2;
    products += shape[hour]! * shape[(hour + 1) % HOURS]!;
  }
  return { square: squares / HOURS, smooth: squares > 0 ? Math.max(0, products / squares) : 0 };
}

/**
 * How much of the remembered day is believed to come again, 0..1: the measured coefficient of each hour on the days
 * before it, shrunk to what smooth shapes of all owners were worth. White noise is not smooth, so it starts near 0.
 */
export function repeatOf(
  proof: { readonly products: number; readonly squares: number },
  all: { readonly products: number; readonly squares: number },
  shape: { readonly square: number; readonly smooth: number },
  options: ForecastOptions,
): number {
  if (shape.square === 0) return 0;
  const hoursOfAll = all.squares / shape.square;
  const trust = hoursOfAll / (hoursOfAll + HOURS);
  const pooled = all.squares > 0 ? all.products / all.squares : 0;
  const prior = clampToUnit(options.repeatPrior * (1 - trust) + pooled * trust) * shape.smooth;
  const weight = options.repeatPriorHours * shape.square;
  return clampToUnit((proof.products + weight * prior) / (proof.squares + weight));
}

export const clampToUnit = (value: number): number => Math.min(1, Math.max(0, value));

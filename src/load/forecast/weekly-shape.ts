import { hourOfDay } from '#load/forecast/daily-shape.ts';
import type { ForecastColumns } from '#load/forecast/forecast-columns.ts';
import { BLOCK_HOURS, BLOCKS, HOURS, PAST_BLOCKS } from '#load/forecast/forecast-options.ts';

/** Blocks from the level that a block of the week is held against to that block: half a day, the middle of what is foreseen. */
const LEAD = 4;
/** That level is a weighed mean over a day: of so many blocks, each of which counts e^(-1/4) times as much as the next. */
const BASE = 8;
const KEEP_BASE = Math.exp(-1 / 4);
/** A block counts 1/e of one four weeks later. */
const KEEP_PROOF = 1 - 1 / (4 * BLOCKS);
/** Climbs that overlap: of so many blocks one is evidence of its own. */
const ALIKE = 3;
/** What is believed lies so many standard errors below what was measured. */
const SURE = 2;
/** Blocks of proof that are worth half. */
const HALF_PROVED = BLOCKS / 2;

/**
 * Takes an hour's mean into its block of the week, before the hour is closed. Once a block is left it is held against the
 * same block a week before: the proof, or disproof, that weeks repeat.
 */
export function rememberHour(held: ForecastColumns, row: number, hour: number): void {
  const { owners, past } = held;
  const mean = owners.hourSum[row]! / owners.hourSamples[row]!;
  const block = Math.floor(hour / BLOCK_HOURS);
  const last = owners.block[row]!;
  if (block !== last) {
    if (last > Number.NEGATIVE_INFINITY) proveWeek(held, row, last);
    for (let missed = Math.max(last, block - PAST_BLOCKS) + 1; missed <= block; missed++)
      past.mean[cellOf(row, missed)] = Number.NaN;
    owners.blockHours[row] = 0;
  }
  const hours = ++owners.blockHours[row]!;
  const cell = cellOf(row, block);
  const before = hours === 1 ? 0 : past.mean[cell]!;
  past.mean[cell] = before + (mean - before) / hours;
}

function proveWeek(held: ForecastColumns, row: number, block: number): void {
  const { owners } = held;
  const was = climb(held, row, block - BLOCKS, block - BLOCKS - LEAD);
  const is = climb(held, row, block, block - LEAD);
  if (Number.isNaN(was) || Number.isNaN(is)) return;
  owners.weekProducts[row] = owners.weekProducts[row]! * KEEP_PROOF + was * is;
  owners.weekSquares[row] = owners.weekSquares[row]! * KEEP_PROOF + was * was;
  owners.weekOwn[row] = owners.weekOwn[row]! * KEEP_PROOF + is * is;
  owners.weekBlocks[row] = owners.weekBlocks[row]! * KEEP_PROOF + 1;
}

/** How far a block of the past lay above the level at another, the shape of the day taken off; NaN where either was not seen. */
function climb(held: ForecastColumns, row: number, block: number, from: number): number {
  let [sum, weight, counts] = [0, 0, 1];
  for (let back = 1; back <= BASE; back++) {
    const height = beyondDay(held, row, from - back);
    if (!Number.isNaN(height)) {
      sum += counts * height;
      weight += counts;
    }
    counts *= KEEP_BASE;
  }
  return weight === 0 ? Number.NaN : beyondDay(held, row, block) - sum / weight;
}

function beyondDay({ past, days }: ForecastColumns, row: number, block: number): number {
  let shape = 0;
  for (let hour = 0; hour < BLOCK_HOURS; hour++)
    shape += days.shape[row * HOURS + hourOfDay(block * BLOCK_HOURS + hour)]!;
  return past.mean[cellOf(row, block)]! - shape / BLOCK_HOURS;
}

const cellOf = (row: number, block: number): number =>
  row * PAST_BLOCKS + (((block % PAST_BLOCKS) + PAST_BLOCKS) % PAST_BLOCKS);

/**
 * How much of what an owner did a week ago is believed to come again, 0..1: the coefficient of this week on the last, as
 * far as it is sure. Bursts that fell on the same hour twice by chance leave it unsure; nothing is believed of one week.
 */
export function weekRepeatOf({ owners }: ForecastColumns, row: number): number {
  const blocks = owners.weekBlocks[row]!;
  const squares = owners.weekSquares[row]!;
  if (!(squares > 0)) return 0;
  const measured = owners.weekProducts[row]! / squares;
  const left = Math.max(0, owners.weekOwn[row]! - measured * owners.weekProducts[row]!);
  const error = Math.sqrt(left / squares / (blocks / ALIKE));
  return (blocks / (blocks + HALF_PROVED)) * Math.min(1, Math.max(0, measured - SURE * error));
}

/** How far the level climbed a week ago, from where it stood at the hour of now to a later one, the day's shape aside; 0 where nobody saw. */
export function weekAgo(held: ForecastColumns, row: number, hour: number, now: number): number {
  const climbed = climb(held, row, Math.floor(hour / BLOCK_HOURS) - BLOCKS, Math.floor(now / BLOCK_HOURS) - BLOCKS);
  return Number.isNaN(climbed) ? 0 : climbed;
}

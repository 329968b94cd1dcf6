import { BLOCKS, HOURS, PAST_BLOCKS } from '#load/forecast/forecast-options.ts';

/** What is remembered of owners, a row each. Loads are shares of the pods' scale, means over the replicas. */
export const ownerScalars = [
  // its class, by place
  'kind',
  // exponentially weighted sums of what the daily shape leaves over: weights, squared weights, values
  'slowWeight',
  'slowSquares',
  'slowSum',
  'fastWeight',
  'fastSum',
  // the hour that is running: its number since the epoch, samples and their sum
  'hour',
  'hourSamples',
  'hourSum',
  // hours, weighed down by a day: squares of what slow leaves over, their weight, products with the hour before
  'residualSquares',
  'residualWeight',
  'lagProducts',
  'lagSquares',
  'lastResidual',
  'lastHour',
  // the block of the week that is running, and the hours in it
  'block',
  'blockHours',
  // this week on the one before, out of sample
  'weekProducts',
  'weekSquares',
  'weekOwn',
  'weekBlocks',
  // what pods that started used beyond the level, and how many did
  'startSum',
  'startWeight',
  // today on the days before, out of sample
  'repeatProducts',
  'repeatSquares',
  'repeat',
  'seenStep',
  'requestShare',
] as const;

/** What is remembered of pods, a row each. */
export const podScalars = [
  'owner',
  'scale',
  'startedAt',
  'seenStep',
  // how a replica differs from its owner
  'deviationWeight',
  'deviationSum',
  // second and third moments about where the load stands; the weight counts of each sample what it can show of noise
  'noiseWeight',
  'noiseSquares',
  'noiseCubes',
] as const;

export type OwnerScalar = (typeof ownerScalars)[number];
export type PodScalar = (typeof podScalars)[number];

/** Hours of the day that an owner remembers: weighed sums with their weights, the shape in force, the last day as it was. */
export const ownerDays = ['daySum', 'dayWeight', 'shape', 'lastDay'] as const;
export type OwnerDay = (typeof ownerDays)[number];

/** What the slow level left over in the blocks of the last week: by it owners are seen to rise and fall together. */
export const ownerWeeks = ['residual'] as const;
export type OwnerWeek = (typeof ownerWeeks)[number];

/** Means of blocks of the last nine days, NaN where nothing was seen. */
export const ownerPasts = ['mean'] as const;
export type OwnerPast = (typeof ownerPasts)[number];

/** Of these, what is a share of the scale, and what is a square of one; the rest is weights, counts and times. */
const ownerShares = ['slowSum', 'fastSum', 'hourSum', 'lastResidual', 'startSum', 'requestShare'] as const;
const ownerSquares = [
  'residualSquares',
  'lagProducts',
  'lagSquares',
  'repeatProducts',
  'repeatSquares',
  'weekProducts',
  'weekSquares',
  'weekOwn',
] as const;
const dayShares = ['daySum', 'shape', 'lastDay'] as const;

type Columns<Name extends string> = Record<Name, Float64Array>;

/** Rows that grow by doubling. */
export class ForecastColumns {
  readonly owners: Columns<OwnerScalar>;
  readonly days: Columns<OwnerDay>;
  readonly weeks: Columns<OwnerWeek>;
  readonly past: Columns<OwnerPast>;
  readonly pods: Columns<PodScalar>;

  constructor() {
    this.owners = columns(ownerScalars, 16);
    this.days = columns(ownerDays, 16 * HOURS);
    this.weeks = columns(ownerWeeks, 16 * BLOCKS);
    this.past = columns(ownerPasts, 16 * PAST_BLOCKS);
    this.pods = columns(podScalars, 16);
  }

  holdOwners(count: number): void {
    if (count <= this.owners.seenStep.length) return;
    grow(this.owners, ownerScalars, 2 * count);
    grow(this.days, ownerDays, 2 * count * HOURS);
    grow(this.weeks, ownerWeeks, 2 * count * BLOCKS);
    grow(this.past, ownerPasts, 2 * count * PAST_BLOCKS);
  }

  holdPods(count: number): void {
    if (count > this.pods.seenStep.length) grow(this.pods, podScalars, 2 * count);
  }

  /** Takes over what stands in others. */
  copyFrom({ owners, days, weeks, past, pods }: ForecastColumns): void {
    copy(owners, this.owners, ownerScalars);
    copy(days, this.days, ownerDays);
    copy(weeks, this.weeks, ownerWeeks);
    copy(past, this.past, ownerPasts);
    copy(pods, this.pods, podScalars);
  }

  /** Every column under a name of its own, as far as its rows are in use. */
  *named(ownerCount: number, podCount: number): Generator<readonly [name: string, column: Float64Array]> {
    const { owners, days, weeks, past, pods } = this;
    for (const name of ownerScalars) yield [`owners.${name}`, owners[name].subarray(0, ownerCount)];
    for (const name of ownerDays) yield [`days.${name}`, days[name].subarray(0, ownerCount * HOURS)];
    for (const name of ownerWeeks) yield [`weeks.${name}`, weeks[name].subarray(0, ownerCount * BLOCKS)];
    for (const name of ownerPasts) yield [`past.${name}`, past[name].subarray(0, ownerCount * PAST_BLOCKS)];
    for (const name of podScalars) yield [`pods.${name}`, pods[name].subarray(0, podCount)];
  }

  /** What is remembered of an owner in shares of a scale is told in shares of one that is so many times as large. */
  rescaleOwner(row: number, times: number): void {
    for (const name of ownerShares) this.owners[name][row]! /= times;
    for (const name of ownerSquares) this.owners[name][row]! /= times ** 2;
    divide(this.days, dayShares, { row, width: HOURS, times });
    divide(this.weeks, ownerWeeks, { row, width: BLOCKS, times });
    divide(this.past, ownerPasts, { row, width: PAST_BLOCKS, times });
  }

  /** The same of a pod. */
  rescalePod(row: number, times: number): void {
    const { deviationSum, noiseSquares, noiseCubes } = this.pods;
    deviationSum[row]! /= times;
    noiseSquares[row]! /= times ** 2;
    noiseCubes[row]! /= times ** 3;
  }

  clearOwner(row: number): void {
    for (const name of ownerScalars) this.owners[name][row] = 0;
    for (const name of ownerDays) this.days[name].fill(0, row * HOURS, (row + 1) * HOURS);
    for (const name of ownerWeeks) this.weeks[name].fill(0, row * BLOCKS, (row + 1) * BLOCKS);
    for (const name of ownerPasts) this.past[name].fill(Number.NaN, row * PAST_BLOCKS, (row + 1) * PAST_BLOCKS);
    this.owners.seenStep[row] = Number.NEGATIVE_INFINITY;
    this.owners.lastHour[row] = Number.NEGATIVE_INFINITY;
    this.owners.block[row] = Number.NEGATIVE_INFINITY;
  }

  clearPod(row: number): void {
    for (const name of podScalars) this.pods[name][row] = 0;
    this.pods.owner[row] = -1;
    this.pods.startedAt[row] = Number.NEGATIVE_INFINITY;
    this.pods.seenStep[row] = Number.NEGATIVE_INFINITY;
  }
}

function columns<Name extends string>(names: readonly Name[], length: number): Columns<Name> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its keys are the names
  return Object.fromEntries(names.map((name) => [name, new Float64Array(length)])) as Columns<Name>;
}

function divide<Name extends string>(
  held: Columns<Name>,
  names: readonly Name[],
  { row, width, times }: { readonly row: number; readonly width: number; readonly times: number },
): void {
  for (const name of names) for (let at = row * width; at < (row + 1) * width; at++) held[name][at]! /= times;
}

/** Columns of the same length are written over: at a hundred megabytes, new ones cost more than what is in them. */
function copy<Name extends string>(from: Columns<Name>, to: Columns<Name>, names: readonly Name[]): void {
  for (const name of names) {
    if (to[name].length === from[name].length) to[name].set(from[name]);
    else to[name] = from[name].slice();
  }
}

function grow<Name extends string>(held: Columns<Name>, names: readonly Name[], length: number): void {
  for (const name of names) {
    const wider = new Float64Array(length);
    wider.set(held[name]);
    held[name] = wider;
  }
}

import { clampToUnit, hourOfDay } from '#load/forecast/daily-shape.ts';
import { BLOCK_HOURS, BLOCKS, HOUR_MS, HOURS } from '#load/forecast/forecast-options.ts';
import type { Learnt } from '#load/forecast/learnt.ts';
import { chanceOfShift, SHIFT_LASTING } from '#load/forecast/level-shift.ts';
import { startUps } from '#load/forecast/start-up.ts';
import { type Population, populationOf } from '#load/forecast/population.ts';
import { weekAgo } from '#load/forecast/weekly-shape.ts';
import { hourly, wanderPerLevel, wanderAhead } from '#load/forecast/wander.ts';

/** What to expect of pods over the next day, by rows of the forecaster. Loads are shares of each pod's scale. */
export interface Outlook {
  /** How long each slot of the horizon lasts; one slot where nothing has a shape. */
  readonly slotMinutes: Float64Array;
  /** Of an owner in a slot, at `owner * slots + slot`: the mean of its pods, and its variance, which all its pods share. */
  readonly ownerMean: Float64Array;
  readonly ownerVariance: Float64Array;
  /** Of an owner: what its pods use beyond their level while they start, and how long that is. */
  readonly startUp: Float64Array;
  readonly startMinutes: number;
  /** Of an owner in each block of the last week, at `owner * BLOCKS + block`: how far it was off its level. Lent. */
  readonly residual: Float64Array;
  /** How many of the blocks were seen. */
  readonly blocks: number;
  /** Of a pod: its owner, how it differs, and the second and third moments of what is its own. */
  readonly owner: Int32Array;
  readonly offset: Float64Array;
  readonly variance: Float64Array;
  readonly skew: Float64Array;
  readonly scale: Float64Array;
  /** How long this has been learnt: what is young is worth waiting for. */
  readonly learntMs: number;
}

export function outlookOf(learnt: Learnt, now: number): Outlook {
  const population = populationOf(learnt);
  const slots = population.isFlat ? 1 : HOURS;
  const { ownerCount, podCount } = learnt;
  const learntMs = Number.isNaN(learnt.since) ? 0 : now - learnt.since;
  const outlook: Outlook = {
    slotMinutes: new Float64Array(slots).fill((HOURS * 60) / slots),
    ownerMean: new Float64Array(ownerCount * slots),
    ownerVariance: new Float64Array(ownerCount * slots),
    startUp: startUps(learnt),
    startMinutes: learnt.options.startMs / 60_000,
    residual: learnt.columns.weeks.residual,
    blocks: Math.min(BLOCKS, learntMs / HOUR_MS / BLOCK_HOURS),
    owner: new Int32Array(podCount).fill(-1),
    offset: new Float64Array(podCount),
    variance: new Float64Array(podCount),
    skew: new Float64Array(podCount),
    scale: learnt.columns.pods.scale.slice(0, podCount),
    learntMs,
  };
  const perLevel = wanderPerLevel(learnt, population);
  for (let row = 0; row < ownerCount; row++) foreseeOwner(learnt, { population, perLevel }, row, now, outlook);
  for (let pod = 0; pod < podCount; pod++) foreseePod(learnt, population, pod, outlook);
  return outlook;
}

/**
 * Mean of slot i: level + shape + what came a week ago, as far as weeks repeat + what the load stands above all that,
 * fading by the hour. Variance: how far the level
 * wanders within i hours, and how little is known of it.
 */
function foreseeOwner(
  learnt: Learnt,
  { population, perLevel }: { readonly population: Population; readonly perLevel: number },
  row: number,
  now: number,
  { ownerMean, ownerVariance, slotMinutes }: Outlook,
): void {
  const { columns, options } = learnt;
  const { owners, days } = columns;
  const { level, doubt } = population.levelOf(row);
  const slots = slotMinutes.length;
  const hours = owners.residualWeight[row]!;
  const prior = options.wanderPriorHours;
  const wander = (prior * perLevel * level ** 2 + wanderAhead(learnt, population, row)) / (prior + hours);
  const common = level * population.commonExcess;
  const slowWeight = owners.slowWeight[row]!;
  const excess =
    slowWeight === 0 ? 0 : owners.fastSum[row]! / owners.fastWeight[row]! - owners.slowSum[row]! / slowWeight;
  const noise = hourly(population.noiseOf(row));
  const shift = chanceOfShift(excess - common, noise + (hours > 0 ? owners.residualSquares[row]! / hours : 0), hours);
  if (slots === 1) {
    const lasts = common * meanLasting(options.commonLasting) + shift * (excess - common) * meanLasting(SHIFT_LASTING);
    ownerMean[row] = level + lasts;
    ownerVariance[row] = wander + doubt;
    return;
  }
  const lasting = population.lastingOf(row);
  const hour = Math.floor(now / HOUR_MS);
  const gone = now / HOUR_MS - hour;
  let left = Math.sqrt(lasting);
  let commonLeft = Math.sqrt(options.commonLasting);
  let shiftLeft = Math.sqrt(SHIFT_LASTING);
  const repeats = population.weekOf(row);
  const weekly = (at: number): number => (repeats === 0 ? 0 : repeats * weekAgo(columns, row, at, hour));
  const expected = (at: number): number => days.shape[row * HOURS + hourOfDay(at)]! + weekly(at);
  const own = excess - common - weekly(hour);
  for (let slot = 0; slot < slots; slot++) {
    const shape = (1 - gone) * expected(hour + slot) + gone * expected(hour + slot + 1);
    const lasts = shift * shiftLeft + (1 - shift) * left;
    ownerMean[row * slots + slot] = level + shape + own * lasts + common * commonLeft;
    ownerVariance[row * slots + slot] = wander * (1 - left * left) + doubt;
    left *= lasting;
    commonLeft *= options.commonLasting;
    shiftLeft *= SHIFT_LASTING;
  }
}

/** What is left of an excess over a day, on average. */
const meanLasting = (lasting: number): number => (1 - lasting ** HOURS) / (HOURS * (1 - lasting));

function foreseePod({ columns }: Learnt, population: Population, pod: number, outlook: Outlook): void {
  const { pods } = columns;
  const owner = pods.owner[pod]!;
  if (owner < 0) return;
  const { offset, doubt } = population.offsetOf(pod);
  outlook.owner[pod] = owner;
  outlook.offset[pod] = offset;
  outlook.variance[pod] = population.podNoise[pod]! + doubt;
  outlook.skew[pod] = pods.noiseCubes[pod]! / (pods.noiseWeight[pod]! + population.noisePriorSamples);
}

/** What is expected of one pod in a slot, in the resource's unit. */
export function expectedUse(outlook: Outlook, pod: number, slot: number): number {
  const mean = outlook.ownerMean[outlook.owner[pod]! * outlook.slotMinutes.length + slot]!;
  return outlook.scale[pod]! * clampToUnit(mean + outlook.offset[pod]!);
}

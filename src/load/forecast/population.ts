import { type Levels, levelsByClass } from '#load/forecast/class-levels.ts';
import { commonExcess } from '#load/forecast/common-mode.ts';
import type { Learnt } from '#load/forecast/learnt.ts';
import { samplesOf } from '#load/forecast/running-mean.ts';
import { weekRepeatOf } from '#load/forecast/weekly-shape.ts';

/** What all owners together say of one of them: the little that is known of it is shrunk towards its class, and that towards the rest. */
export interface Population {
  /** Variance of the noise of each pod, a share of its scale squared. */
  readonly podNoise: Float64Array;
  readonly noisePriorSamples: number;
  /** Nothing has a shape, no owner has replicas and no excess lasts: all hours ahead are alike. */
  readonly isFlat: boolean;
  /** How far all stand above their levels together, as a share of those. */
  readonly commonExcess: number;
  /** The level of an owner, and the variance of what is not known of it. */
  levelOf(row: number): { readonly level: number; readonly doubt: number };
  /** Mean noise variance of an owner's pods, over how many there are. */
  noiseOf(row: number): number;
  /** How a pod differs from its siblings, and the variance of what is not known of that. */
  offsetOf(pod: number): { readonly offset: number; readonly doubt: number };
  /** How much of what an owner did a week ago is believed to come again, 0..1. */
  weekOf(row: number): number;
  /** What is left of an excess after an hour, 0..0.98. */
  lastingOf(row: number): number;
}

const LASTING_PRIOR_HOURS = 12;
/** What all owners say of how replicas differ is worth so many replicas of one. */
const APART_PRIOR_PODS = 2;
/** Squares of shares below this are rounding. */
const NOTHING = 1e-12;
/** Pods that nobody saw yet count as so many samples of the expected noise. */
const UNSEEN_SAMPLES = 3;
/** An idle pod is as noisy as one at a hundredth of its limit: it may start any time. */
const LEAST_NOISY = 0.01;

export function populationOf(learnt: Learnt): Population {
  const { columns, ownerCount, options } = learnt;
  const { owners } = columns;
  const levels = levelsByClass(learnt);
  const { podNoise, ownerNoise, replicas } = noises(learnt, levels);
  const apart = apartness(learnt, podNoise, replicas);
  const weekOf = (row: number): number => weekRepeatOf(columns, row);
  let [products, squares, shaped, shared] = [0, 0, false, false];
  for (let row = 0; row < ownerCount; row++) {
    products += owners.lagProducts[row]!;
    squares += owners.lagSquares[row]!;
    shaped ||= owners.repeat[row]! > 0.15 || weekOf(row) > 0.15;
    shared ||= replicas[row]! > 1;
  }
  const lastingOfAll = squares > 0 ? products / squares : 0;
  return {
    podNoise,
    noisePriorSamples: options.noisePriorSamples,
    commonExcess: options.commonLasting === 0 ? 0 : commonExcess(learnt, podNoise),
    isFlat: !shaped && !shared && lastingOfAll < 0.4,
    levelOf(row) {
      const weight = owners.slowWeight[row]!;
      const { mean, spread } = levels[owners.kind[row]!]!;
      if (weight === 0)
        return { level: priorLevel(mean, owners.requestShare[row]!, options.useOfRequest), doubt: spread };
      const sampling = ownerNoise[row]! / (Math.max(1, replicas[row]!) * (weight ** 2 / owners.slowSquares[row]!));
      const trust = spread > 0 ? spread / (spread + sampling) : 0;
      return { level: mean + trust * (owners.slowSum[row]! / weight - mean), doubt: trust * sampling };
    },
    weekOf,
    noiseOf: (row) => ownerNoise[row]! / Math.max(1, replicas[row]!),
    offsetOf(pod) {
      const { mean: offset, sampling } = deviationOf(learnt, pod, podNoise);
      const own = apart[learnt.columns.pods.owner[pod]!]!;
      // of a pod that nobody saw yet, whose mean is in doubt without bound, all is known that is known of its siblings
      if (own === 0 || sampling === Number.POSITIVE_INFINITY) return { offset: 0, doubt: own };
      const trust = own / (own + sampling);
      return { offset: trust * offset, doubt: trust * sampling };
    },
    lastingOf(row) {
      const weight = owners.residualWeight[row]!;
      const variance = weight > 0 ? owners.residualSquares[row]! / weight : 0;
      const prior = LASTING_PRIOR_HOURS * variance;
      const measured = owners.lagSquares[row]! + prior;
      if (measured < NOTHING) return Math.max(0, Math.min(0.98, lastingOfAll));
      return Math.max(0, Math.min(0.98, (owners.lagProducts[row]! + prior * lastingOfAll) / measured));
    },
  };
}

const priorLevel = (mean: number, requestShare: number, useOfRequest: number): number =>
  requestShare > 0 && mean === 0 ? requestShare * useOfRequest : mean;

function noises(
  learnt: Learnt,
  levels: readonly Levels[],
): { podNoise: Float64Array; ownerNoise: Float64Array; replicas: Int32Array } {
  const { columns, ownerCount, podCount, options } = learnt;
  const { owners, pods } = columns;
  const perLevel = noisePerLevel(learnt);
  const podNoise = new Float64Array(podCount);
  const ownerNoise = new Float64Array(ownerCount);
  const replicas = new Int32Array(ownerCount);
  for (let pod = 0; pod < podCount; pod++) {
    const row = pods.owner[pod]!;
    if (row < 0) continue;
    const weight = owners.slowWeight[row]!;
    const populationMean = levels[owners.kind[row]!]!.mean;
    const n = weight === 0 ? 0 : weight ** 2 / owners.slowSquares[row]!;
    const level = weight === 0 ? populationMean : (n * (owners.slowSum[row]! / weight) + populationMean) / (n + 1);
    const prior = options.noisePriorSamples * perLevel * noisiness(level);
    podNoise[pod] = (prior + pods.noiseSquares[pod]!) / (options.noisePriorSamples + pods.noiseWeight[pod]!);
    ownerNoise[row]! += podNoise[pod]!;
    replicas[row]!++;
  }
  for (let row = 0; row < ownerCount; row++) if (replicas[row]! > 1) ownerNoise[row]! /= replicas[row]!;
  return { podNoise, ownerNoise, replicas };
}

/** A replica's mean distance from its siblings, and the variance of that mean if there were nothing but noise. */
function deviationOf(
  { columns: { pods }, options }: Learnt,
  pod: number,
  podNoise: Float64Array,
): { mean: number; sampling: number } {
  const weight = pods.deviationWeight[pod]!;
  if (weight === 0) return { mean: 0, sampling: Number.POSITIVE_INFINITY };
  return {
    mean: pods.deviationSum[pod]! / weight,
    sampling: podNoise[pod]! / samplesOf(weight, options.noiseSteps),
  };
}

/** How far replicas are truly apart, as a variance by owner: what noise does not explain, drawn to what it is elsewhere. */
function apartness(learnt: Learnt, podNoise: Float64Array, replicas: Int32Array): Float64Array {
  const { podCount, ownerCount, columns } = learnt;
  const excess = new Float64Array(ownerCount);
  const seen = new Int32Array(ownerCount);
  let [all, count] = [0, 0];
  for (let pod = 0; pod < podCount; pod++) {
    const row = columns.pods.owner[pod]!;
    if (row < 0 || replicas[row]! < 2 || columns.pods.deviationWeight[pod] === 0) continue;
    const { mean, sampling } = deviationOf(learnt, pod, podNoise);
    excess[row]! += mean * mean - sampling;
    seen[row]!++;
    all += mean * mean - sampling;
    count++;
  }
  const elsewhere = count > 0 ? Math.max(0, all / count) : 0;
  return excess.map((sum, row) => Math.max(0, (APART_PRIOR_PODS * elsewhere + sum) / (APART_PRIOR_PODS + seen[row]!)));
}

/** How noisy loads of a level are beside others: what is bounded by nothing and its limit is noisiest halfway. */
const noisiness = (level: number): number => Math.max(level * (1 - level), LEAST_NOISY);

/** What noise is to that, over all pods that were seen. */
function noisePerLevel({ columns: { owners, pods }, podCount, options }: Learnt): number {
  let [squares, samples] = [0, 0];
  for (let pod = 0; pod < podCount; pod++) {
    const row = pods.owner[pod]!;
    if (row < 0 || pods.noiseWeight[pod] === 0) continue;
    const noisy = noisiness(owners.slowSum[row]! / owners.slowWeight[row]!);
    squares += pods.noiseSquares[pod]! + UNSEEN_SAMPLES * options.noisePerLevel * noisy;
    samples += (pods.noiseWeight[pod]! + UNSEEN_SAMPLES) * noisy;
  }
  return samples > 0 ? squares / samples : options.noisePerLevel;
}

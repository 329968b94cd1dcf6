/** How the past is weighed. Time constants count steps: a sample of that age weighs 1/e of a new one. */
export interface ForecastOptions {
  /** One sample of a pod counts per step: rates over five minutes that overlap are no new evidence. */
  readonly stepMs: number;
  /** Of the level. */
  readonly slowSteps: number;
  /** Of where the load stands at this moment. */
  readonly fastSteps: number;
  /** Of each pod's noise, and of how it differs from its siblings. */
  readonly noiseSteps: number;
  /** Of how far a level wanders, and how long an excess lasts. */
  readonly wanderHours: number;
  /** Evidence, in samples, that the noise to be expected of a load of this level is worth. */
  readonly noisePriorSamples: number;
  /** Before any noise was seen: its variance, as a share of level × (1 − level), which a load of all or nothing has. */
  readonly noisePerLevel: number;
  /** Before any wander was seen: how far a level drifts within a day, as a share of itself; and what that is worth, in hours. */
  readonly wanderPerLevel: number;
  readonly wanderPriorHours: number;
  /** What a smooth daily shape is believed to repeat before it has, and what that is worth, in hours. */
  readonly repeatPrior: number;
  readonly repeatPriorHours: number;
  /** How much less a day counts than the day after it. */
  readonly dayWeight: number;
  /** What is left after an hour of a rise that all owners have in common. */
  readonly commonLasting: number;
  /** What of their requests pods are taken to use before any use was seen. */
  readonly useOfRequest: number;
  /** A pod is starting for so long: what it uses then is no evidence of what it will. */
  readonly startMs: number;
}

export const forecastDefaults: ForecastOptions = {
  stepMs: 300_000,
  slowSteps: 144,
  fastSteps: 6,
  noiseSteps: 1008,
  wanderHours: 168,
  noisePriorSamples: 12,
  noisePerLevel: 0.1,
  wanderPerLevel: 0.25,
  wanderPriorHours: 12,
  repeatPrior: 0.8,
  repeatPriorHours: 12,
  dayWeight: 0.7,
  commonLasting: 0.9,
  useOfRequest: 0.5,
  startMs: 300_000,
};

/** What is remembered of a week: sums over so many hours, in so many blocks. */
export const BLOCK_HOURS = 3;
export const BLOCKS = 56;
/** Of these blocks means are remembered for longer: a week ago is told by the day and a half before it. */
export const PAST_BLOCKS = 72;

/** Hours of a day: the slots of a daily shape, and of the horizon. */
export const HOURS = 24;
export const HOUR_MS = 3_600_000;

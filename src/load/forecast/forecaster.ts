import { type BoundClass, boundClasses } from '#load/forecast/class-levels.ts';
import { closeHour, hourOfDay, rawShape, repeatOf, smoothness } from '#load/forecast/daily-shape.ts';
import type { ForecastColumns } from '#load/forecast/forecast-columns.ts';
import { forecastDefaults, type ForecastOptions, HOUR_MS, HOURS } from '#load/forecast/forecast-options.ts';
import { copyOf, type ForecasterState, nothingLearnt } from '#load/forecast/forecaster-state.ts';
import type { Learnt } from '#load/forecast/learnt.ts';
import { type Outlook, outlookOf } from '#load/forecast/outlook.ts';
import { shareShown } from '#load/forecast/running-mean.ts';
import { withoutStarts } from '#load/forecast/start-up.ts';
import { rememberHour } from '#load/forecast/weekly-shape.ts';

/** A pod whose load is to be foreseen. */
export interface EnrolledPod extends PodKind {
  /** Unique for ever: a pod that comes after it under the same name has another. */
  readonly key: string;
  /** Pods of one owner do the same work, and rise and fall together. */
  readonly owner: string;
}

export interface PodKind {
  /** Use is remembered as a share of this, in the resource's unit: the limit, or what else bounds it. */
  readonly scale: number;
  /** In the same unit; evidence of the level before use was seen. */
  readonly request?: number;
  /** How its use is bounded; guaranteed when absent. */
  readonly bound?: BoundClass;
  /** Milliseconds since the Unix epoch; absent where it runs already for longer than anybody looked. */
  readonly startedAt?: number | undefined;
}

/** An owner that was not seen for so long is forgotten. */
const FORGET_AFTER_MS = 21 * HOURS * HOUR_MS;

/** Remembers what pods and their owners used of one resource, and says what to expect of them. One writer. */
export class Forecaster implements Learnt {
  readonly options: ForecastOptions;
  readonly columns: ForecastColumns;
  readonly ownerRows: Map<string, number>;
  readonly podRows: Map<string, number>;
  /** When any use was first known; NaN before. */
  since: number;
  readonly #freeOwners: number[];
  readonly #freePods: number[];
  #ownerCount: number;
  #podCount: number;
  #lastStep: number;
  #lastHour: number;

  /** Goes on from a state, which is its own from now on. */
  constructor(options: Partial<ForecastOptions> = {}, state: ForecasterState = nothingLearnt()) {
    this.options = { ...forecastDefaults, ...options };
    this.columns = state.columns;
    this.ownerRows = state.ownerRows;
    this.podRows = state.podRows;
    this.since = state.since;
    this.#freeOwners = state.freeOwners;
    this.#freePods = state.freePods;
    this.#ownerCount = state.ownerCount;
    this.#podCount = state.podCount;
    this.#lastStep = state.lastStep;
    this.#lastHour = state.lastHour;
  }

  /** Another that knows the same, and goes its own way from here. It takes over the columns of `spent`, whom nobody may ask any more. */
  copy(spent?: Forecaster): Forecaster {
    return new Forecaster(this.options, copyOf(this.state, spent?.columns));
  }

  /** As it is now; lent until anything is learnt. */
  get state(): ForecasterState {
    return {
      columns: this.columns,
      ownerRows: this.ownerRows,
      podRows: this.podRows,
      freeOwners: this.#freeOwners,
      freePods: this.#freePods,
      ownerCount: this.#ownerCount,
      podCount: this.#podCount,
      since: this.since,
      lastStep: this.#lastStep,
      lastHour: this.#lastHour,
    };
  }

  /** Rows of owners and pods in use are below these. */
  get ownerCount(): number {
    return this.#ownerCount;
  }
  get podCount(): number {
    return this.#podCount;
  }

  /** The row of a pod, from now until it is retired; its scale and request are brought up to date. */
  enrol({ key, owner, ...kind }: EnrolledPod): number {
    const row = this.podRows.get(key) ?? this.#newPod(key);
    const ownerRow = this.ownerRow(owner);
    this.describePod(row, ownerRow, kind);
    this.describeOwner(ownerRow, kind);
    return row;
  }

  /** Brings what is said of an enrolled pod up to date. */
  describePod(row: number, ownerRow: number, { scale, startedAt }: PodKind): void {
    const { pods } = this.columns;
    pods.owner[row] = ownerRow;
    pods.scale[row] = scale;
    if (startedAt !== undefined) pods.startedAt[row] = startedAt;
  }

  /** And of its owner, by one of its pods. */
  describeOwner(row: number, { scale, request, bound }: PodKind): void {
    const { owners } = this.columns;
    if (bound !== undefined) owners.kind[row] = boundClasses.indexOf(bound);
    if (request !== undefined && scale > 0) owners.requestShare[row] = request / scale;
  }

  /** By owner: what bounds the use of its pods is so many times as large as was thought. What was learnt stays what it was. */
  rescale(times: ReadonlyMap<string, number>): void {
    if (times.size === 0) return;
    const byRow = new Map<number, number>();
    for (const [owner, factor] of times) {
      const row = this.ownerRows.get(owner);
      if (row === undefined) continue;
      byRow.set(row, factor);
      this.columns.rescaleOwner(row, factor);
    }
    for (let pod = 0; pod < this.#podCount; pod++) {
      const factor = byRow.get(this.columns.pods.owner[pod]!);
      if (factor !== undefined) this.columns.rescalePod(pod, factor);
    }
  }

  /** The row of an owner, whether it has pods or not. */
  ownerRow(key: string): number {
    return this.ownerRows.get(key) ?? this.#newOwner(key);
  }

  /** The pod is gone; what its owner was like stays known. */
  retire(key: string): void {
    const row = this.podRows.get(key);
    if (row === undefined) return;
    this.podRows.delete(key);
    this.columns.clearPod(row);
    this.#freePods.push(row);
  }

  /** One pass: use by pod row in the resource's unit, NaN where unknown. A second pass within a step is passed over. */
  observe(at: number, use: Float64Array): void {
    const step = Math.floor(at / this.options.stepMs);
    if (step <= this.#lastStep) return;
    this.#lastStep = step;
    if (Number.isNaN(this.since) && use.some((amount) => !Number.isNaN(amount))) this.since = at;
    const hour = Math.floor(at / HOUR_MS);
    if (hour !== this.#lastHour) this.#turnHour(hour, at);
    const settled = withoutStarts(this.columns, at, use, this.options);
    const means = this.#ownerMeans(settled);
    this.#feedOwners(step, hour, means);
    this.#feedPods(step, settled, means);
  }

  /** What to expect from `now` on, for a day. */
  outlook(now: number): Outlook {
    return outlookOf(this, now);
  }

  #newPod(key: string): number {
    const row = this.#freePods.pop() ?? this.#podCount++;
    this.columns.holdPods(row + 1);
    this.columns.clearPod(row);
    this.podRows.set(key, row);
    return row;
  }

  #newOwner(key: string): number {
    const row = this.#freeOwners.pop() ?? this.#ownerCount++;
    this.columns.holdOwners(row + 1);
    this.columns.clearOwner(row);
    this.ownerRows.set(key, row);
    return row;
  }

  #ownerMeans(use: Float64Array): OwnerMeans {
    const { owner, scale } = this.columns.pods;
    const mean = new Float64Array(this.#ownerCount);
    const seen = new Int32Array(this.#ownerCount);
    for (let pod = 0; pod < this.#podCount; pod++) {
      const row = owner[pod]!;
      const used = use[pod] ?? Number.NaN;
      if (row < 0 || Number.isNaN(used) || !(scale[pod]! > 0)) continue;
      mean[row]! += used / scale[pod]!;
      seen[row]!++;
    }
    for (let row = 0; row < mean.length; row++) if (seen[row]! > 0) mean[row]! /= seen[row]!;
    return { mean, seen };
  }

  #feedOwners(step: number, hour: number, { mean, seen }: OwnerMeans): void {
    const { owners, days } = this.columns;
    const slot = hourOfDay(hour);
    for (let row = 0; row < mean.length; row++) {
      if (seen[row] === 0) continue;
      const gap = step - owners.seenStep[row]!;
      const slow = Math.exp(-gap / this.options.slowSteps);
      const fast = Math.exp(-gap / this.options.fastSteps);
      const residual = mean[row]! - days.shape[row * HOURS + slot]!;
      owners.slowWeight[row] = owners.slowWeight[row]! * slow + 1;
      owners.slowSquares[row] = owners.slowSquares[row]! * slow * slow + 1;
      owners.slowSum[row] = owners.slowSum[row]! * slow + residual;
      owners.fastWeight[row] = owners.fastWeight[row]! * fast + 1;
      owners.fastSum[row] = owners.fastSum[row]! * fast + residual;
      owners.hour[row] = hour;
      owners.hourSum[row]! += mean[row]!;
      owners.hourSamples[row]!++;
      owners.seenStep[row] = step;
    }
  }

  #feedPods(step: number, use: Float64Array, { mean, seen }: OwnerMeans): void {
    const { pods, owners, days } = this.columns;
    const slot = hourOfDay(this.#lastHour);
    for (let pod = 0; pod < this.#podCount; pod++) {
      const row = pods.owner[pod]!;
      const used = use[pod] ?? Number.NaN;
      if (row < 0 || Number.isNaN(used) || !(pods.scale[pod]! > 0)) continue;
      const keep = Math.exp(-(step - pods.seenStep[pod]!) / this.options.noiseSteps);
      const deviation = used / pods.scale[pod]! - mean[row]!;
      const weight = (pods.deviationWeight[pod] = pods.deviationWeight[pod]! * keep + 1);
      const sum = (pods.deviationSum[pod] = pods.deviationSum[pod]! * keep + deviation);
      // a pod on its own is noisy about where its load stands; one of many, about what sets it apart
      const isAlone = seen[row] === 1;
      const noise = isAlone
        ? mean[row]! - days.shape[row * HOURS + slot]! - owners.fastSum[row]! / owners.fastWeight[row]!
        : deviation - sum / weight;
      const shown = isAlone
        ? shareShown(owners.fastWeight[row]!, this.options.fastSteps)
        : (1 - 1 / seen[row]!) * shareShown(weight, this.options.noiseSteps);
      pods.noiseWeight[pod] = pods.noiseWeight[pod]! * keep + shown;
      pods.noiseSquares[pod] = pods.noiseSquares[pod]! * keep + noise ** 2;
      pods.noiseCubes[pod] = pods.noiseCubes[pod]! * keep + noise ** 3;
      pods.seenStep[pod] = step;
    }
  }

  #turnHour(hour: number, at: number): void {
    this.#lastHour = hour;
    const { owners } = this.columns;
    const closed: number[] = [];
    for (const [key, row] of this.ownerRows) {
      if (owners.hourSamples[row]! > 0) {
        rememberHour(this.columns, row, owners.hour[row]!);
        closeHour(this.columns, row, owners.hour[row]!, this.options);
        closed.push(row);
      } else if (at - owners.seenStep[row]! * this.options.stepMs > FORGET_AFTER_MS) this.#forget(key, row);
    }
    const all = this.#proofOfAll();
    for (const row of closed) this.#reshape(row, hour, all);
  }

  #forget(key: string, row: number): void {
    // an owner that was enrolled and never seen has no age to go by
    if (this.columns.owners.seenStep[row] === Number.NEGATIVE_INFINITY) return;
    this.ownerRows.delete(key);
    this.columns.clearOwner(row);
    this.#freeOwners.push(row);
  }

  #proofOfAll(): { products: number; squares: number } {
    const { repeatProducts, repeatSquares } = this.columns.owners;
    let [products, squares] = [0, 0];
    for (let row = 0; row < this.#ownerCount; row++) {
      products += repeatProducts[row]!;
      squares += repeatSquares[row]!;
    }
    return { products, squares };
  }

  /** Takes the shape that is now believed in; what slow and fast say is moved along, else the level would jump. */
  #reshape(row: number, hour: number, all: { products: number; squares: number }): void {
    const raw = rawShape(this.columns, row);
    if (raw === undefined) return;
    const { owners, days } = this.columns;
    const proof = { products: owners.repeatProducts[row]!, squares: owners.repeatSquares[row]! };
    const repeat = repeatOf(proof, all, smoothness(raw), this.options);
    owners.repeat[row] = repeat;
    const perHour = HOUR_MS / this.options.stepMs;
    const slow = { keep: Math.exp(-perHour / this.options.slowSteps), weight: 0, shift: 0 };
    const fast = { keep: Math.exp(-perHour / this.options.fastSteps), weight: 0, shift: 0 };
    for (let age = 0; age < HOURS; age++) {
      const slot = hourOfDay(hour - 1 - age);
      const cell = row * HOURS + slot;
      const shape = repeat * raw[slot]!;
      for (const trace of [slow, fast]) {
        const weight = trace.keep ** age;
        trace.weight += weight;
        trace.shift += weight * (days.shape[cell]! - shape);
      }
      days.shape[cell] = shape;
    }
    owners.slowSum[row]! += (owners.slowWeight[row]! * slow.shift) / slow.weight;
    owners.fastSum[row]! += (owners.fastWeight[row]! * fast.shift) / fast.weight;
  }
}

interface OwnerMeans {
  readonly mean: Float64Array;
  readonly seen: Int32Array;
}

import { normalTail } from '#base/normal-tail.ts';
import { MAX_SCORE } from '#decisions/scheduling/normalise.ts';

/** How nodes stand in one resource, by row, in the resource's unit. */
export interface NodeLoads {
  /** The rows that count: nodes whose load is known. */
  readonly rows: ArrayLike<number>;
  /** What use is held against, and what requests are. */
  readonly capacity: Float64Array;
  readonly allocatable: Float64Array;
  /** By what stays there and by what is on its way. */
  readonly requested: Float64Array;
  /** Expected use of the same, and its variance. */
  readonly mean: Float64Array;
  readonly variance: Float64Array;
}

/** What is expected of a pod. */
export interface ExpectedPod {
  readonly request: number;
  readonly mean: number;
  readonly variance: number;
}

/** What a pod nobody knows yet is expected to use for each unit that it requests. */
export interface Newcomers {
  readonly meanPerRequest: number;
  readonly variancePerRequest: number;
}

export interface FillOptions {
  /** The share of capacity that a node must stay below. */
  readonly line: number;
  /** What deviations are widened by. */
  readonly caution: number;
  /** The share of what nodes have that will be requested in the end. */
  readonly fill: number;
  /** The highest level to plan for, as a share of the line: before it comes to more, nodes are added. */
  readonly highest: number;
  /** Points for a node whose whole capacity is yet to be filled: that is where pods are wanted. */
  readonly roomPoints: number;
  /**
   * Points for a node that will end at its capacity. One that will be full of light pods ends lower: it is left for the
   * last, when surprises come too late to be made up for, and do least harm there.
   */
  readonly levelPoints: number;
}

export const fillDefaults: Omit<FillOptions, 'line'> = {
  caution: 1.3,
  fill: 0.9,
  highest: 0.85,
  roomPoints: 12,
  levelPoints: 8,
};

/** As a share of a node: nobody knows its load better than this. */
const LEAST = 0.00125;
/** How much of a normal distribution there is in a deviation where it is densest. */
const STEEPEST = 1 / Math.sqrt(2 * Math.PI);
/** Halvings of the span that a level lies in. */
const HALVINGS = 30;

/** Of the score, for a point of cost: enough that load comes before free requests where it differs much. */
const STEEPNESS = 12;

/** The score, 0 to 100, of a node that costs so many points more than the best. */
export function scoreAt(more: number): number {
  return Math.max(0, MAX_SCORE - Math.round(STEEPNESS * more));
}

/** What pods nobody knows are expected to be like: as those that are known, with all that sets these apart. */
export function newcomersLike(pods: Iterable<ExpectedPod>): Newcomers {
  const known = [...pods];
  let [requests, means, variances] = [0, 0, 0];
  for (const { request, mean } of known) {
    requests += request;
    means += mean;
  }
  if (!(requests > 0)) return { meanPerRequest: 0, variancePerRequest: 0 };
  const meanPerRequest = means / requests;
  for (const { request, mean, variance } of known) variances += (mean - meanPerRequest * request) ** 2 + variance;
  return { meanPerRequest, variancePerRequest: variances / requests };
}

/**
 * How the room that is left would best be filled: pods are steered so that all nodes end at one level, but for those that
 * are full by requests before. A pod is judged by what a node is expected to use once it is full, not by what it uses now:
 * so heavy pods go to light ones, and a node with much room is not taken for a cool one.
 */
export class FillPlan {
  /** The share of capacity at which nodes end that are not full before. */
  readonly level: number;
  readonly #nodes: NodeLoads;
  readonly #newcomers: Newcomers;
  readonly #options: FillOptions;
  /** How much the chance of overload grows with each share of a node that ends at the level: what load weighs elsewhere. */
  readonly #price: number;
  /** The deviation of a node that ends at the level, as a share of it: that of the mean one. */
  readonly #deviation: number;

  constructor(nodes: NodeLoads, newcomers: Newcomers, options: FillOptions) {
    this.#nodes = nodes;
    this.#newcomers = newcomers;
    this.#options = options;
    this.level = this.#findLevel();
    this.#deviation = this.#widened(1, this.#meanVariance());
    this.#price = this.#findPrice();
  }

  /** What the pod costs on this node, in points: a hundredth chance of overload is one. */
  costOf(row: number, { request, mean, variance }: ExpectedPod): number {
    const full = this.#nodes.capacity[row]!;
    const { meanPerRequest, variancePerRequest } = this.#newcomers;
    const room = this.#room(row, this.level, 0, 0);
    const left = this.#room(row, this.level, request, mean);
    const before = this.#nodes.mean[row]! + meanPerRequest * room;
    const after = this.#nodes.mean[row]! + mean + meanPerRequest * left;
    const spread = this.#nodes.variance[row]!;
    const riskBefore = this.#risk(full, before, spread + variancePerRequest * room);
    const riskAfter = this.#risk(full, after, spread + variance + variancePerRequest * left);
    const { line, roomPoints, levelPoints } = this.#options;
    // load beyond the line is saved nowhere else: nobody is to be credited with it
    const [belowBefore, belowAfter] = [Math.min(before, line * full), Math.min(after, line * full)];
    const elsewhere = (this.#price * (belowAfter - belowBefore)) / full;
    const beyond = ((after - belowAfter) ** 2 - (before - belowBefore) ** 2) / full ** 2;
    const points = (roomPoints * room + levelPoints * belowBefore) / full;
    return 100 * (riskAfter - riskBefore + beyond - elsewhere) - points;
  }

  /** What is yet to be requested on a node for it to end at the level, or full, once this pod is there. */
  #room(row: number, level: number, request: number, mean: number): number {
    const { capacity, allocatable, requested, mean: means } = this.#nodes;
    const free = allocatable[row]! - requested[row]! - request;
    const { meanPerRequest } = this.#newcomers;
    const use = level * capacity[row]! - means[row]! - mean;
    return Math.max(0, meanPerRequest > 0 ? Math.min(free, use / meanPerRequest) : free);
  }

  /**
   * The chance of overload, up to one half. From there it grows on with the load: where it came to rest near one, a node
   * that is sure to be hot would be the cheapest for whatever comes. It grows alike on all nodes: where little is known of
   * a node's load, that is no merit.
   */
  #risk(full: number, mean: number, variance: number): number {
    const below = this.#options.line * full - mean;
    return below >= 0
      ? normalTail(below / this.#widened(full, variance))
      : 0.5 - (STEEPEST * below) / (full * this.#deviation);
  }

  #widened(full: number, variance: number): number {
    return this.#options.caution * Math.sqrt(Math.max(variance, (LEAST * full) ** 2));
  }

  /** The one at which the room of all nodes is what will be requested. */
  #findLevel(): number {
    const { rows, allocatable, requested } = this.#nodes;
    let remaining = 0;
    for (let at = 0; at < rows.length; at++) {
      remaining += this.#options.fill * allocatable[rows[at]!]! - requested[rows[at]!]!;
    }
    let [low, high] = [0, this.#options.highest * this.#options.line];
    for (let halving = 0; halving < HALVINGS; halving++) {
      const level = (low + high) / 2;
      let room = 0;
      for (let at = 0; at < rows.length; at++) room += this.#room(rows[at]!, level, 0, 0);
      if (room > remaining) high = level;
      else low = level;
    }
    return low;
  }

  #findPrice(): number {
    const near = 0.03;
    const variance = this.#meanVariance();
    return (this.#risk(1, this.level + near, variance) - this.#risk(1, this.level - near, variance)) / (2 * near);
  }

  /** Of a node that ends at the level, as a share of its capacity squared. */
  #meanVariance(): number {
    const { rows, capacity, variance } = this.#nodes;
    let spread = 0;
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!;
      const room = this.#room(row, this.level, 0, 0);
      spread += (variance[row]! + this.#newcomers.variancePerRequest * room) / capacity[row]! ** 2;
    }
    return rows.length === 0 ? 0 : spread / rows.length;
  }
}

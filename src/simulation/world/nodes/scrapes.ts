import type { Rng } from '#base/rng.ts';
import type { VirtualClock } from '#simulation/virtual-clock.ts';
import { memoryOf, type NodeWork, type PodWork } from './node-work.ts';
import { SCRAPES_KEPT, type Workings } from './workings.ts';

/** How what nodes do becomes known: the way of metrics from a node to whoever asks. */
export interface MetricsPipeline {
  readonly scrapeMs: number;
  /** From a scrape to its being answered. */
  readonly lagMs: number;
  /** What the rates of nodes are means over; those of pods are over a step of their courses. */
  readonly windowMs: number;
  /** The share of scrapes that fail. */
  readonly loss: number;
  /** How far a node's own clock may be off, either way. */
  readonly skewMs: number;
}

/** As Prometheus is usually set up and asked. */
export const metricsPipeline: MetricsPipeline = { scrapeMs: 15_000, windowMs: 60_000, lagMs: 1000, loss: 0, skewMs: 0 };

/** A mean over a window, as a rate of two scrapes gives it. */
export interface ScrapedRate {
  /** Cores. */
  readonly cores: number;
  readonly takenAt: number;
}

interface NodeScrapes {
  readonly totals: Float64Array;
  readonly memory: Float64Array;
  readonly load: Float64Array;
  readonly skewMs: number;
}

/** The counters of nodes and pods as they were scraped, the last of them in rings; what failed is not a number. */
export class Scrapes {
  readonly #clock: VirtualClock;
  readonly #workings: Workings;
  readonly #rng: Rng;
  readonly #pipeline: MetricsPipeline;
  readonly #nodes: Map<string, NodeScrapes> = new Map();
  readonly #silent: Set<string> = new Set();
  readonly #times: Float64Array = new Float64Array(SCRAPES_KEPT).fill(Number.NEGATIVE_INFINITY);
  #count: number = 0;

  constructor(
    parts: { readonly clock: VirtualClock; readonly rng: Rng },
    workings: Workings,
    pipeline: MetricsPipeline,
  ) {
    this.#clock = parts.clock;
    this.#rng = parts.rng;
    this.#workings = workings;
    this.#pipeline = pipeline;
    this.#clock.at(this.#clock.now() + pipeline.scrapeMs, () => this.#scrape());
  }

  /** From now on nothing is scraped of a node and of its pods, or it is again. */
  silence(node: string, isSilent: boolean): void {
    if (isSilent) this.#silent.add(node);
    else this.#silent.delete(node);
  }

  /** A node's mean use over the window that can be known now. */
  nodeCores(name: string, windowMs: number): ScrapedRate | undefined {
    const scraped = this.#nodes.get(name);
    return scraped === undefined ? undefined : this.#rate(scraped.totals, windowMs, scraped.skewMs);
  }

  /** A pod's mean use; its node's scrapes are its own. */
  podCores(pod: PodWork, node: string, windowMs: number): ScrapedRate | undefined {
    return this.#rate(pod.scraped, windowMs, this.#nodes.get(node)?.skewMs ?? 0);
  }

  /** What a node said last of its memory in use and its load average. */
  nodeGauge(name: string, gauge: 'memory' | 'load'): { readonly value: number; readonly takenAt: number } | undefined {
    const scraped = this.#nodes.get(name);
    const slot = scraped === undefined ? undefined : this.#newest(scraped[gauge]);
    if (scraped === undefined || slot === undefined) return undefined;
    return { value: scraped[gauge][slot]!, takenAt: this.#times[slot]! + scraped.skewMs };
  }

  podMemory(pod: PodWork): { readonly value: number; readonly takenAt: number } | undefined {
    const slot = this.#newest(pod.scraped);
    if (slot === undefined) return undefined;
    const takenAt = this.#times[slot]!;
    return { value: memoryOf(pod, takenAt), takenAt };
  }

  #scrape(): void {
    const now = this.#clock.now();
    const slot = this.#count % SCRAPES_KEPT;
    this.#count += 1;
    this.#times[slot] = now;
    for (const node of this.#workings.nodes.values()) {
      node.settle(now);
      this.#scrapeNode(node, this.#ringsOf(node.name), slot, now);
    }
    this.#clock.at(now + this.#pipeline.scrapeMs, () => this.#scrape());
  }

  #scrapeNode(node: NodeWork, rings: NodeScrapes, slot: number, now: number): void {
    const isFailed = this.#pipeline.loss > 0 && this.#rng.float() < this.#pipeline.loss;
    const isLost = isFailed || this.#silent.has(node.name);
    rings.totals[slot] = isLost ? Number.NaN : node.total;
    rings.memory[slot] = isLost ? Number.NaN : node.memoryAt(now);
    rings.load[slot] = isLost ? Number.NaN : node.loadAverage;
    for (const pod of node.pods.values()) pod.scraped[slot] = isLost ? Number.NaN : pod.total;
  }

  #ringsOf(name: string): NodeScrapes {
    const known = this.#nodes.get(name);
    if (known !== undefined) return known;
    const ring = (): Float64Array => new Float64Array(SCRAPES_KEPT).fill(Number.NaN);
    const { skewMs } = this.#pipeline;
    const skew = skewMs === 0 ? 0 : Math.round(skewMs * (2 * this.#rng.float() - 1));
    const rings = { totals: ring(), memory: ring(), load: ring(), skewMs: skew };
    this.#nodes.set(name, rings);
    return rings;
  }

  /** The rate between the newest scrape that is answered by now and the oldest within the window before it. */
  #rate(totals: Float64Array, windowMs: number, skewMs: number): ScrapedRate | undefined {
    const last = this.#newest(totals);
    if (last === undefined) return undefined;
    const from = this.#times[last]! - windowMs;
    let first = last;
    for (let back = 1; back < SCRAPES_KEPT; back++) {
      const slot = (last - back + SCRAPES_KEPT) % SCRAPES_KEPT;
      if (!(this.#times[slot]! >= from)) break;
      if (!Number.isNaN(totals[slot]!)) first = slot;
    }
    if (first === last) return undefined;
    const seconds = (this.#times[last]! - this.#times[first]!) / 1000;
    return { cores: (totals[last]! - totals[first]!) / seconds, takenAt: this.#times[last]! + skewMs };
  }

  #newest(ring: Float64Array): number | undefined {
    const knownUntil = this.#clock.now() - this.#pipeline.lagMs;
    for (let back = 1; back <= Math.min(this.#count, SCRAPES_KEPT); back++) {
      const slot = (this.#count - back) % SCRAPES_KEPT;
      if (this.#times[slot]! <= knownUntil && !Number.isNaN(ring[slot]!)) return slot;
    }
    return undefined;
  }
}

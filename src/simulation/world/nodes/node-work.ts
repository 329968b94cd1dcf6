import { fairShare } from './fair-share.ts';

/** The share of a node's cores above which it counts as overloaded. */
const LINE = 0.8;
const ROUNDING = 1e-6;

/** What one pod wants and gets of its node. */
export interface PodWork {
  readonly key: string;
  readonly uid: string;
  /** As its series bear them. */
  readonly labels: { readonly namespace: string; readonly pod: string };
  course: number | undefined;
  /** Its course began when its container did, and not with the world. */
  readonly beginsAnew: boolean;
  /** Cores; what it may use at most, and what it weighs where there is not enough. */
  readonly limit: number;
  readonly weight: number;
  /** Cores beyond its course, while it starts. */
  extra: number;
  /** Cores. */
  wanted: number;
  used: number;
  /** Core-seconds used since it began, up to the node's `settledAt`. */
  total: number;
  /** When its container last started, and what memory it has from there on. */
  startedAt: number;
  memoryBytes: number;
  readonly leakBytesPerMs: number;
  /** What `total` was at each of the last scrapes. */
  readonly scraped: Float64Array;
}

/** What a node has been asked for and has done, as integrals over time. */
export interface NodeTally {
  overLineMs: number;
  overFullMs: number;
  /** Core-milliseconds wanted and not had. */
  lackedCoreMs: number;
}

/** The work on one node: wanted, done, and the integrals of both. Between two changes everything is constant. */
export class NodeWork {
  readonly name: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly pods: Map<string, PodWork> = new Map();
  readonly tally: NodeTally = { overLineMs: 0, overFullMs: 0, lackedCoreMs: 0 };
  /** Cores and bytes that it uses beyond its pods: these come first. */
  ownCores: number = 0;
  ownBytes: number = 0;
  /** Cores. */
  wanted: number = 0;
  used: number = 0;
  /** Core-seconds. */
  total: number = 0;
  /** Runnable tasks as the kernel averages them over a minute. */
  loadAverage: number = 0;
  #settledAt: number;

  constructor(node: { readonly name: string; readonly cores: number; readonly memoryBytes: number }, now: number) {
    this.name = node.name;
    this.cores = node.cores;
    this.memoryBytes = node.memoryBytes;
    this.#settledAt = now;
  }

  /** Counts what was done since the last time. Before every change, and before every look. */
  settle(now: number): void {
    const ms = now - this.#settledAt;
    if (ms <= 0) return;
    this.#settledAt = now;
    this.total += (this.used * ms) / 1000;
    for (const pod of this.pods.values()) pod.total += (pod.used * ms) / 1000;
    if (this.wanted > LINE * this.cores + ROUNDING) this.tally.overLineMs += ms;
    if (this.wanted > this.cores + ROUNDING) this.tally.overFullMs += ms;
    this.tally.lackedCoreMs += (this.wanted - this.used) * ms;
    this.loadAverage += (this.wanted - this.loadAverage) * (1 - Math.exp(-ms / 60_000));
  }

  /** Shares the cores anew; the sums are made afresh, so that nothing drifts. */
  share(): void {
    let wanted = this.ownCores;
    for (const pod of this.pods.values()) wanted += pod.wanted;
    this.wanted = wanted;
    this.used = Math.min(wanted, this.cores);
    if (wanted <= this.cores) for (const pod of this.pods.values()) pod.used = pod.wanted;
    else this.#contend([...this.pods.values()]);
  }

  /** Bytes in use, of pods that have no swap to go to. */
  memoryAt(now: number): number {
    let bytes = this.ownBytes;
    for (const pod of this.pods.values()) bytes += memoryOf(pod, now);
    return bytes;
  }

  #contend(pods: readonly PodWork[]): void {
    const shares = fairShare(
      pods.map(({ wanted }) => wanted),
      pods.map(({ weight }) => weight),
      Math.max(0, this.cores - this.ownCores),
    );
    for (const [at, pod] of pods.entries()) pod.used = shares[at]!;
  }
}

export function memoryOf({ memoryBytes, leakBytesPerMs, startedAt }: PodWork, now: number): number {
  return memoryBytes + leakBytesPerMs * (now - startedAt);
}

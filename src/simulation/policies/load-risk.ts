import {
  type ExpectedPod,
  fillDefaults,
  type FillOptions,
  FillPlan,
  type Newcomers,
  newcomersLike,
  scoreAt,
} from '#decisions/scheduling/loads/load-fill.ts';
import { MAX_SCORE } from '#decisions/scheduling/normalise.ts';
import { LOAD_WEIGHT } from '#decisions/scheduling/profile.ts';
import { Forecaster } from '#load/forecast/forecaster.ts';
import { expectedOver } from '#load/forecast/expected-over.ts';
import { ABSENT, type ReplayCluster, type ReplayDecider, type ReplayPolicy } from '#simulation/replay/policy.ts';
import { evening, hasRoom } from '#simulation/replay/room.ts';
import { leastOf } from '#simulation/replay/starts.ts';

const MINUTE = 60_000;
const LINE = 0.8;

/** Our placement alone: by the score of the scheduler's load-aware profile, from the planner's forecast. */
export const loadRisk = (options: Partial<FillOptions> = {}): ReplayPolicy =>
  placing('load-risk', (costs) => costs.map((cost) => -cost), options);

/** The same beside the free requests that the profile weighs too, in whole points: what a scheduler makes of it. */
export const loadAware = (options: Partial<FillOptions> = {}): ReplayPolicy =>
  placing(
    'load-aware',
    (costs, freeShares) => {
      const least = Math.min(...costs);
      return costs.map((cost, at) => LOAD_WEIGHT * scoreAt(cost - least) + Math.trunc(MAX_SCORE * freeShares[at]!));
    },
    options,
  );

/** How much each of some nodes is liked, by what they cost and the share of them that is free of requests with the pod. */
type Liking = (costs: readonly number[], freeShares: readonly number[]) => readonly number[];

const placing = (name: string, liking: Liking, options: Partial<FillOptions>): ReplayPolicy => ({
  name,
  begin: (cluster): ReplayDecider => {
    const run = new PlacingReplay(cluster, liking, { ...fillDefaults, line: LINE, ...options });
    return {
      decide: (step, use, placement) => run.observe(step, use, placement),
      place: (step, pod, placement) => run.place(step, pod, placement),
    };
  },
});

class PlacingReplay {
  readonly #cluster: ReplayCluster;
  readonly #liking: Liking;
  readonly #options: FillOptions;
  readonly #forecaster: Forecaster;
  readonly #rows: Int32Array;
  readonly #every: Int32Array;
  readonly #evening: Float64Array;
  #expected: Expected | undefined;

  constructor(cluster: ReplayCluster, liking: Liking, options: FillOptions) {
    const { pods, owner, limit, request, stepMinutes, nodes } = cluster;
    this.#cluster = cluster;
    this.#liking = liking;
    this.#options = options;
    this.#forecaster = new Forecaster({ stepMs: stepMinutes * MINUTE });
    this.#rows = Int32Array.from({ length: pods }, (_, pod) =>
      this.#forecaster.enrol({
        key: String(pod),
        owner: String(owner[pod]),
        scale: limit[pod]!,
        request: request[pod]!,
      }),
    );
    this.#evening = evening(cluster.capacity);
    this.#every = Int32Array.from({ length: nodes }, (_, node) => node);
    for (let step = 0; step < (cluster.history?.steps ?? 0); step++) {
      const { steps, cores } = cluster.history!;
      this.#forecaster.observe((step - steps) * stepMinutes * MINUTE, cores.subarray(step * pods, (step + 1) * pods));
    }
  }

  observe(step: number, use: Float64Array, placement: Int32Array): [] {
    const seen = use.map((cores, pod) => (placement[pod] === ABSENT ? Number.NaN : cores));
    this.#forecaster.observe(step * this.#cluster.stepMinutes * MINUTE, seen);
    return [];
  }

  /** The node with room that is liked most; without room anywhere, the one of which the least is requested. */
  place(step: number, pod: number, placement: Int32Array): number {
    const { nodes, request, capacity } = this.#cluster;
    const { pods: expected, newcomers } = this.#expectedAt(step);
    const columns = {
      rows: this.#every,
      capacity,
      allocatable: capacity,
      requested: new Float64Array(nodes),
      mean: new Float64Array(nodes),
      variance: new Float64Array(nodes),
    };
    for (const [other, node] of placement.entries()) {
      if (node === ABSENT) continue;
      columns.requested[node]! += request[other]!;
      columns.mean[node]! += expected[other]!.mean;
      columns.variance[node]! += expected[other]!.variance;
    }
    const plan = new FillPlan(columns, newcomers, this.#options);
    const { requested } = columns;
    const open = [...this.#every].filter((node) => hasRoom(requested[node]!, request[pod]!, capacity[node]!));
    if (open.length === 0) return leastOf(requested.map((cores, node) => cores * this.#evening[node]!));
    const liked = this.#liking(
      open.map((node) => plan.costOf(node, expected[pod]!)),
      open.map((node) => 1 - (requested[node]! + request[pod]!) / capacity[node]!),
    );
    return open[liked.indexOf(Math.max(...liked))]!;
  }

  /** What is expected of every pod, there or not: a step's samples change it, arrivals do not. */
  #expectedAt(step: number): Expected {
    if (this.#expected?.step === step) return this.#expected;
    const outlook = this.#forecaster.outlook(step * this.#cluster.stepMinutes * MINUTE);
    const pods = Array.from(this.#rows, (row, pod): ExpectedPod => {
      return { request: this.#cluster.request[pod]!, ...expectedOver(outlook, row) };
    });
    this.#expected = { step, pods, newcomers: newcomersLike(pods) };
    return this.#expected;
  }
}

interface Expected {
  readonly step: number;
  readonly pods: readonly ExpectedPod[];
  readonly newcomers: Newcomers;
}

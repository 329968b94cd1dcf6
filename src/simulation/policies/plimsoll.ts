import { PastMoves, type RestOptions } from '#decisions/rescheduling/guards/past-moves.ts';
import { planRelocations } from '#decisions/rescheduling/relocations/plan-relocations.ts';
import { relocationDefaults, type RelocationOptions } from '#decisions/rescheduling/relocations/relocation-options.ts';
import type { PlannedRelocation } from '#decisions/rescheduling/relocations/relocation-plan.ts';
import type { ForecastOptions } from '#load/forecast/forecast-options.ts';
import { Forecaster } from '#load/forecast/forecaster.ts';
import { feedHeat, HOT, type HeatColumns, placeOf } from '#load/heat.ts';
import { ABSENT, isPinned, type Relocation, type ReplayCluster, type ReplayPolicy } from '#simulation/replay/policy.ts';

const LINE = { threshold: 0.8, release: 0.72 };
const HEAT_RULE = { samples: 3, of: 5 };
const MINUTE = 60_000;

/** What holds our planner back beyond its own judgement. */
interface Guards {
  readonly perOwner: number;
  readonly perNode: number;
  readonly perPass: number;
  readonly perHour: (pods: number) => number;
  readonly relocation: Partial<RelocationOptions>;
  readonly rest: Partial<RestOptions>;
}

const productGuards: Guards = {
  perOwner: 1,
  perNode: 2,
  perPass: 5,
  perHour: (pods) => Math.max(5, Math.floor(pods / 100)),
  relocation: {},
  rest: {},
};

const noGuards: Guards = {
  perOwner: Number.POSITIVE_INFINITY,
  perNode: Number.POSITIVE_INFINITY,
  perPass: Number.POSITIVE_INFINITY,
  perHour: () => Number.POSITIVE_INFINITY,
  relocation: { foretoldPasses: 1, targetsStayCool: false },
  rest: { ownerRestMs: 0 },
};

/** Exchanges are dear to look for, and what they are worth hardly changes within a quarter of an hour. */
const PASSES_PER_SWAP = 3;

/** What may be set of the planner's parts; the product's defaults where nothing is. */
export interface PlannerSettings {
  readonly relocation?: Partial<RelocationOptions>;
  readonly forecast?: Partial<ForecastOptions>;
  readonly rest?: Partial<RestOptions>;
}

/** Our planner as it is installed: a step is a pass. */
export const plimsoll = (settings: PlannerSettings = {}): ReplayPolicy => planner('plimsoll', productGuards, settings);

/** The same without budgets, and without waiting for a verdict: what the guards cost. */
export const plimsollUnguarded = (settings: PlannerSettings = {}): ReplayPolicy =>
  planner('plimsoll-unguarded', noGuards, settings);

function planner(name: string, guards: Guards, settings: PlannerSettings): ReplayPolicy {
  return {
    name,
    begin(cluster) {
      const run = new PlannedReplay(cluster, guards, settings);
      return { decide: (step, use, placement) => run.decide(step, use, placement) };
    },
  };
}

class PlannedReplay {
  readonly #cluster: ReplayCluster;
  readonly #guards: Guards;
  readonly #options: RelocationOptions;
  readonly #forecaster: Forecaster;
  readonly #rows: Int32Array;
  readonly #past: PastMoves;
  readonly #heat: HeatColumns;
  readonly #ones: Uint8Array;
  readonly #isMovable: Uint8Array;
  #foretold: Uint8Array;

  constructor(cluster: ReplayCluster, guards: Guards, settings: PlannerSettings) {
    this.#cluster = cluster;
    this.#guards = guards;
    this.#options = { ...relocationDefaults, ...guards.relocation, ...settings.relocation };
    this.#forecaster = new Forecaster({ ...settings.forecast, stepMs: cluster.stepMinutes * MINUTE });
    this.#rows = this.#enrol();
    this.#past = new PastMoves({ ...guards.rest, ...settings.rest });
    this.#ones = new Uint8Array(cluster.nodes).fill(1);
    this.#isMovable = Uint8Array.from({ length: cluster.pods }, (_, pod) => Number(!isPinned(cluster, pod)));
    this.#foretold = new Uint8Array(cluster.nodes);
    this.#heat = {
      above: new Uint32Array(cluster.nodes),
      below: new Uint32Array(cluster.nodes),
      depth: new Uint8Array(cluster.nodes),
      standing: new Uint8Array(cluster.nodes),
    };
    this.#learnHistory();
  }

  decide(step: number, use: Float64Array, placement: Int32Array): Relocation[] {
    const { pods, nodes, capacity, owner, request, stepMinutes } = this.#cluster;
    const now = step * stepMinutes * MINUTE;
    this.#forecaster.observe(
      now,
      use.map((cores, pod) => (placement[pod] === ABSENT ? Number.NaN : cores)),
    );
    this.#feedHeat(use, placement);
    const { perPass, perHour, perOwner, perNode } = this.#guards;
    const plan = planRelocations(
      {
        now,
        nodes: {
          count: nodes,
          isHot: this.#heat.standing.map((standing) => Number(standing === HOT)),
          foretold: this.#foretold,
          mayReceive: this.#ones,
        },
        pods: { count: pods, node: placement, owner, isMovable: (pod) => this.#isMovable[pod] === 1 },
        resources: [
          {
            name: 'cpu',
            capacity,
            allocatable: capacity,
            line: LINE.threshold,
            request,
            outlook: this.#forecaster.outlook(now),
            row: this.#rows,
          },
        ],
        isFeasible: () => true,
        memory: this.#past.memory(now, owner),
        budgets: {
          moves: Math.min(perPass, perHour(pods) - this.#past.since(now, 60 * MINUTE)),
          perOwner,
          perNode,
          inFlightOfOwner: () => 0,
          inFlightOfNode: () => 0,
        },
      },
      step % PASSES_PER_SWAP === 0 ? this.#options : { ...this.#options, swapNodes: 0, bundleNodes: 0 },
    );
    this.#foretold = plan.foretold;
    return plan.relocations.flatMap((relocation) => this.#carryOut(relocation, now));
  }

  #carryOut({ moves }: PlannedRelocation, now: number): readonly Relocation[] {
    for (const { pod, from } of moves) this.#past.record({ at: now, pod, owner: this.#cluster.owner[pod]!, from });
    return moves.map(({ pod, to }) => ({ pod, to }));
  }

  #enrol(): Int32Array {
    const { pods, owner, limit, request } = this.#cluster;
    return Int32Array.from({ length: pods }, (_, pod) =>
      this.#forecaster.enrol({
        key: String(pod),
        owner: String(owner[pod]),
        scale: limit[pod]!,
        request: request[pod]!,
      }),
    );
  }

  #learnHistory(): void {
    const { history, pods, stepMinutes } = this.#cluster;
    for (let step = 0; step < (history?.steps ?? 0); step++) {
      const at = (step - history!.steps) * stepMinutes * MINUTE;
      this.#forecaster.observe(at, history!.cores.subarray(step * pods, (step + 1) * pods));
    }
  }

  #feedHeat(use: Float64Array, placement: Int32Array): void {
    const { nodes, capacity } = this.#cluster;
    const used = new Float64Array(nodes);
    for (const [pod, node] of placement.entries()) if (node !== ABSENT) used[node]! += use[pod]!;
    for (let node = 0; node < nodes; node++) {
      feedHeat(this.#heat, node, placeOf(used[node]! / capacity[node]!, LINE), HEAT_RULE);
    }
  }
}

import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import { controllerOf } from '#api/pod-standing.ts';
import { type ClusterScore, type Normalise, type Rows, type ScoreRows, SKIP } from '../framework.ts';
import { type ExpectedPod, scoreAt } from '#decisions/scheduling/loads/load-fill.ts';
import { LoadsNow } from '#decisions/scheduling/loads/loads-now.ts';
import type { LoadSight } from '#decisions/scheduling/loads/load-sight.ts';

/** Raw scores are hundredths of a point of cost, below zero where a pod is welcome. */
const PER_POINT = 100;

/** The best gets 100, every other the less the more it costs. */
const byDistance: Normalise = ({ list, count }, raw, normalised) => {
  let least = Infinity;
  for (let at = 0; at < count; at++) least = Math.min(least, raw[list[at]!]!);
  for (let at = 0; at < count; at++) {
    normalised[list[at]!] = scoreAt((raw[list[at]!]! - least) / PER_POINT);
  }
};

/** What rows cost such pods, kept while neither they nor the plan change. */
class KeptCosts {
  #costs: Float64Array = new Float64Array(0);
  #versions: Int32Array = new Int32Array(0);
  #plan = -1;
  #pod: readonly ExpectedPod[] = [];

  costsOf({ list, count }: Rows, pod: readonly ExpectedPod[], loads: LoadsNow): Float64Array {
    if (this.#plan !== loads.plan || !areAlike(pod, this.#pod)) this.#forget(pod, loads);
    for (let at = 0; at < count; at++) {
      const row = list[at]!;
      const version = loads.versions[row]!;
      if (this.#versions[row] === version) continue;
      this.#costs[row] = loads.costOf(row, pod);
      this.#versions[row] = version;
    }
    return this.#costs;
  }

  #forget(pod: readonly ExpectedPod[], loads: LoadsNow): void {
    this.#costs = new Float64Array(loads.versions.length);
    this.#versions = new Int32Array(loads.versions.length).fill(-1);
    this.#plan = loads.plan;
    this.#pod = pod;
  }
}

const areAlike = (one: readonly ExpectedPod[], other: readonly ExpectedPod[]): boolean =>
  one.length === other.length &&
  one.every(({ request, mean, variance }, at) => {
    const beside = other[at]!;
    return request === beside.request && mean === beside.mean && variance === beside.variance;
  });

/**
 * Prefers nodes by what they are expected to bear once they are full, by the forecast that also moves pods. It never keeps
 * a pod off a node. A node whose load is not known is worth what the others are on average; where half are not known,
 * nobody is preferred.
 */
export const loadRisk = (sight: LoadSight): ClusterScore => ({
  name: 'LoadRisk',
  reach: 'cluster',
  prepare() {
    const kept = new KeptCosts();
    return (pod, view, feasible) => {
      const loads = view.remembered(sight, () => new LoadsNow(sight));
      loads.refresh(view);
      if (loads.isBlind) return SKIP;
      const costs = kept.costsOf(feasible, expectedOf(pod, view, loads), loads);
      return { kind: 'score', score: pointsOf(costs), normalise: byDistance };
    };
  },
});

function expectedOf({ pod, shape }: ComingPod, view: ClusterView, loads: LoadsNow): readonly ExpectedPod[] {
  const { uid, namespace = 'default' } = pod.metadata;
  return loads.expect({ uid, namespace, controller: controllerOf(pod) }, shape.usage, view);
}

const pointsOf =
  (costs: Float64Array): ScoreRows =>
  ({ list, count }, raw) => {
    let [sum, known] = [0, 0];
    for (let at = 0; at < count; at++) {
      const cost = costs[list[at]!]!;
      if (Number.isNaN(cost)) continue;
      sum += cost;
      known++;
    }
    const neutral = known === 0 ? 0 : sum / known;
    for (let at = 0; at < count; at++) {
      const cost = costs[list[at]!]!;
      raw[list[at]!] = Math.round(PER_POINT * (Number.isNaN(cost) ? neutral : cost));
    }
  };

import { fault } from '#simulation/replay/faults.ts';
import type { ReplayInstance } from '#simulation/replay/instance.ts';
import { MoveLedger } from '#simulation/replay/move-ledger.ts';
import { ABSENT, isPinned, type Relocation, type ReplayDecider, type ReplayPolicy } from '#simulation/replay/policy.ts';
import { evening, hasRoom } from '#simulation/replay/room.ts';
import { leastOf } from '#simulation/replay/starts.ts';

/** What a policy left undone, and what it cost. */
export interface ReplayOutcome {
  /** Node-minutes above four fifths of a node's capacity. */
  readonly over80: number;
  /** Node-minutes above the whole capacity. */
  readonly over100: number;
  readonly evictions: number;
  /** Evictions within an hour of the pod's last, or to a node it left within a day. */
  readonly pingPongs: number;
  /** Evictions of the pod that was evicted most. */
  readonly mostMoves: number;
}

/** Told after each step that counts: the cores used of every node, lent for the call, and the evictions so far. */
export type ReplayWatcher = (step: number, used: Float64Array, evictions: number) => void;

/**
 * One instance from its first step to its last under one policy:
 *
 * 1. pods that are gone leave, pods that arrive are placed;
 * 2. the step is measured, under the placement in force;
 * 3. the policy sees the step's samples; its relocations are in force from the next step on.
 */
export function runReplay(
  instance: ReplayInstance,
  policy: ReplayPolicy,
  watch: ReplayWatcher = () => undefined,
): ReplayOutcome {
  const { cluster, use } = instance;
  const decider = policy.begin(cluster);
  const world = new ReplayWorld(instance, policy.name);
  for (let step = 0; step < use.steps; step++) {
    world.renew(step, decider);
    const sample = use.cores.subarray(step * cluster.pods, (step + 1) * cluster.pods);
    if (step >= (instance.countFrom ?? 0)) world.measure(step, sample, watch);
    if (step === use.steps - 1) break;
    for (const relocation of decider.decide(step, sample, world.placement)) world.relocate(step, relocation);
  }
  return world.outcome();
}

class ReplayWorld {
  readonly placement: Int32Array;
  readonly #instance: ReplayInstance;
  readonly #policyName: string;
  readonly #requested: Float64Array;
  readonly #used: Float64Array;
  readonly #evening: Float64Array;
  readonly #ledger: MoveLedger<number, number>;
  /** Pods by the step at which they come or go. */
  readonly #arrivals: ReadonlyMap<number, readonly number[]>;
  readonly #departures: ReadonlyMap<number, readonly number[]>;
  #stepsOver80 = 0;
  #stepsOver100 = 0;

  constructor(instance: ReplayInstance, policyName: string) {
    const { cluster, start, life } = instance;
    this.#instance = instance;
    this.#policyName = policyName;
    this.placement = start.slice();
    this.#requested = new Float64Array(cluster.nodes);
    this.#used = new Float64Array(cluster.nodes);
    this.#evening = evening(cluster.capacity);
    this.#ledger = new MoveLedger(cluster);
    this.#arrivals = podsByStep(life?.from);
    this.#departures = podsByStep(life?.until);
    for (const [pod, node] of start.entries()) if (node !== ABSENT) this.#requested[node]! += cluster.request[pod]!;
  }

  renew(step: number, decider: ReplayDecider): void {
    for (const pod of this.#departures.get(step) ?? []) {
      this.#requested[this.placement[pod]!]! -= this.#instance.cluster.request[pod]!;
      this.placement[pod] = ABSENT;
    }
    for (const pod of this.#arrivals.get(step) ?? []) {
      if (this.placement[pod] !== ABSENT) continue; // it stands where the start put it
      const { cluster } = this.#instance;
      const node = isPinned(cluster, pod) ? cluster.pinned?.[pod] : decider.place?.(step, pod, this.placement);
      this.#put(pod, node ?? leastOf(this.#requested.map((cores, at) => cores * this.#evening[at]!)));
    }
  }

  measure(step: number, sample: Float64Array, watch: ReplayWatcher): void {
    const { capacity } = this.#instance.cluster;
    this.#used.fill(0);
    for (let pod = 0; pod < sample.length; pod++) {
      const node = this.placement[pod]!;
      if (node !== ABSENT) this.#used[node]! += sample[pod]!;
    }
    for (let node = 0; node < capacity.length; node++) {
      if (this.#used[node]! > 0.8 * capacity[node]! + 1e-6) this.#stepsOver80++;
      if (this.#used[node]! > capacity[node]! + 1e-6) this.#stepsOver100++;
    }
    watch(step, this.#used, this.#ledger.evictions);
  }

  relocate(step: number, relocation: Relocation): void {
    if ('to' in relocation) {
      this.#evict(step, relocation.pod, relocation.to);
      this.#put(relocation.pod, relocation.to, relocation);
      return;
    }
    const { pod, with: other } = relocation;
    const [here, there] = [this.placement[pod]!, this.placement[other]!];
    this.#evict(step, pod, there);
    this.#evict(step, other, here);
    this.#put(pod, there, relocation);
    this.#put(other, here, relocation);
  }

  outcome(): ReplayOutcome {
    const { stepMinutes } = this.#instance.cluster;
    const { evictions, pingPongs, mostMoves } = this.#ledger;
    return {
      over80: this.#stepsOver80 * stepMinutes,
      over100: this.#stepsOver100 * stepMinutes,
      evictions,
      pingPongs,
      mostMoves,
    };
  }

  #evict(step: number, pod: number, to: number): void {
    const from = this.placement[pod] ?? ABSENT;
    if (from === ABSENT) throw this.#impossible(step, `pod ${pod} is not there`);
    if (isPinned(this.#instance.cluster, pod)) throw this.#impossible(step, `pod ${pod} is bound to its node`);
    this.#ledger.record(step, pod, from, to);
    this.#requested[from]! -= this.#instance.cluster.request[pod]!;
    this.placement[pod] = ABSENT;
  }

  #put(pod: number, node: number, relocation?: Relocation): void {
    const { capacity, request } = this.#instance.cluster;
    const requested = this.#requested[node] ?? Number.NaN;
    // a start may overfill a node, and arrivals wait for nobody; a move must have room
    if (relocation !== undefined && !hasRoom(requested, request[pod]!, capacity[node] ?? 0)) {
      throw this.#impossible(undefined, `node ${node} has no room for pod ${pod} (${JSON.stringify(relocation)})`);
    }
    this.placement[pod] = node;
    this.#requested[node]! += request[pod]!;
  }

  #impossible(step: number | undefined, why: string): Error {
    const when = step === undefined ? '' : ` at step ${step}`;
    return fault('replay/impossible-move', `replaying ${this.#instance.name} under ${this.#policyName}${when}: ${why}`);
  }
}

function podsByStep(steps: Int32Array | undefined): Map<number, number[]> {
  const pods = new Map<number, number[]>();
  for (const [pod, step] of steps?.entries() ?? []) {
    const together = pods.get(step);
    if (together === undefined) pods.set(step, [pod]);
    else together.push(pod);
  }
  return pods;
}

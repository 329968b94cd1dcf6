import { overload } from '#decisions/rescheduling/overload-risk.ts';
import type { RelocationOptions } from '#decisions/rescheduling/relocation-options.ts';
import type { ExpectedLoad } from '#decisions/rescheduling/relocation-plan.ts';
import type { PodColumns, ResourceColumns } from '#decisions/rescheduling/relocation-problem.ts';

/** No pod in this place. */
export const NOBODY = -1;

/** As a share of a node: nobody knows its load better than this. */
const LEAST = 0.00125;

/**
 * The load that one resource of every node is expected to bear, hour by hour, under the moves planned so far. Replicas on
 * one node rise together: their variance grows with the square of their number, that of strangers with the number.
 */
export class LoadTable {
  readonly resource: ResourceColumns;
  /** Expected weighed overload minutes of each node over the horizon. */
  readonly risk: Float64Array;
  readonly slots: number;
  /** By node and slot, and by pod and slot. */
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly podMean: Float64Array;
  readonly requested: Float64Array;
  /** Slots that were weighed: what the search has cost. */
  work = 0;
  readonly #options: RelocationOptions;
  readonly #podsOn: readonly (readonly number[])[];
  readonly #cubes: Float64Array;
  /** By pod: whether siblings of its owner are in the problem. */
  readonly #hasSiblings: Uint8Array;

  constructor(resource: ResourceColumns, pods: PodColumns, podsOn: readonly number[][], options: RelocationOptions) {
    const { slotMinutes } = resource.outlook;
    const nodes = podsOn.length;
    this.resource = resource;
    this.slots = slotMinutes.length;
    this.#options = options;
    this.#podsOn = podsOn;
    this.mean = new Float64Array(nodes * this.slots);
    this.variance = new Float64Array(nodes * this.slots);
    this.podMean = new Float64Array(pods.count * this.slots);
    this.requested = new Float64Array(nodes);
    this.#cubes = new Float64Array(nodes);
    this.#hasSiblings = siblings(resource, pods);
    this.risk = new Float64Array(nodes);
    for (let pod = 0; pod < pods.count; pod++) this.#foresee(pod);
    for (let node = 0; node < nodes; node++) this.#sum(node);
  }

  /** Sums a node anew after the pods on it have changed. */
  renew(node: number): void {
    this.#sum(node);
  }

  hasRoom(node: number, leaving: number, coming: number): boolean {
    const { request, allocatable } = this.resource;
    const after = this.requested[node]! + request[coming]! - (leaving === NOBODY ? 0 : request[leaving]!);
    return after <= allocatable[node]! + 1e-9;
  }

  /** The share of a node that is expected to be in use this hour, once one pod has left and another come. */
  shareAfter(node: number, leaving: number, coming: number): number {
    const { slots, mean, podMean, resource } = this;
    const left = leaving === NOBODY ? 0 : podMean[leaving * slots]!;
    const come = coming === NOBODY ? 0 : podMean[coming * slots]!;
    return (mean[node * slots]! - left + come) / resource.capacity[node]!;
  }

  isUnderLine(node: number, leaving: number, coming: number): boolean {
    return this.shareAfter(node, leaving, coming) < this.resource.line;
  }

  expected(node: number): ExpectedLoad {
    const { name, capacity } = this.resource;
    const means = this.mean.subarray(node * this.slots, (node + 1) * this.slots);
    return {
      resource: name,
      now: means[0]! / capacity[node]!,
      peak: Math.max(...means) / capacity[node]!,
      riskMinutes: this.risk[node]!,
    };
  }

  /** The risk of a node once one pod has left and another come; Infinity as soon as it is seen to pass `stopAbove`. */
  riskAfter(node: number, leaving: number, coming: number, stopAbove: number, least: number = LEAST): number {
    const { outlook, row, capacity, line } = this.resource;
    const { slots, mean, variance, podMean } = this;
    const limits = { line: line * capacity[node]!, full: capacity[node]!, fullWeight: this.#options.fullWeight };
    const going = leaving === NOBODY ? undefined : this.#share(node, leaving, NOBODY);
    const come = coming === NOBODY ? undefined : this.#share(node, coming, leaving);
    const cubes = this.#cubes[node]! - (going?.cube ?? 0) + (come?.cube ?? 0);
    const own = (come?.own ?? 0) - (going?.own ?? 0);
    const goingOwner = going === undefined ? 0 : outlook.owner[row[leaving]!]! * slots;
    const comingOwner = come === undefined ? 0 : outlook.owner[row[coming]!]! * slots;
    const goingShare = going === undefined ? 0 : going.shared;
    const comingShare = come === undefined ? 0 : come.shared;
    const floor = (least * limits.full) ** 2;
    let risk = 0;
    for (let slot = 0; slot < slots; slot++) {
      const at = node * slots + slot;
      let load = mean[at]!;
      let spread = variance[at]! + own;
      if (goingShare !== 0) {
        load -= podMean[leaving * slots + slot]!;
        spread -= goingShare * outlook.ownerVariance[goingOwner + slot]!;
      }
      if (comingShare !== 0) {
        load += podMean[coming * slots + slot]!;
        spread += comingShare * outlook.ownerVariance[comingOwner + slot]!;
      }
      risk += outlook.slotMinutes[slot]! * this.#weigh(limits, load, spread + floor, cubes);
      if (risk > stopAbove) {
        this.work += slot + 1;
        return Number.POSITIVE_INFINITY;
      }
    }
    this.work += slots;
    return risk;
  }

  #weigh(
    limits: { readonly line: number; readonly full: number; readonly fullWeight: number },
    load: number,
    variance: number,
    cubes: number,
  ): number {
    const deviation = this.#options.caution * Math.sqrt(Math.max(0, variance));
    const skewness = Math.max(0, Math.min(1, cubes / deviation ** 3));
    return overload(limits, load, deviation, skewness);
  }

  /** What a pod on a node adds to its variance and third moment, beside siblings there but `without`. */
  #share(node: number, pod: number, without: number): { own: number; shared: number; cube: number } {
    const { outlook, row } = this.resource;
    const at = row[pod]!;
    const scale = outlook.scale[at]!;
    let beside = 0;
    if (this.#hasSiblings[pod] === 1) {
      const owner = outlook.owner[at]!;
      for (const other of this.#podsOn[node]!) {
        const place = row[other]!;
        if (other !== pod && other !== without && outlook.owner[place] === owner) beside += outlook.scale[place]!;
      }
    }
    return {
      own: scale * scale * outlook.variance[at]!,
      shared: (beside + scale) ** 2 - beside ** 2,
      cube: scale ** 3 * outlook.skew[at]!,
    };
  }

  #foresee(pod: number): void {
    const { outlook, row } = this.resource;
    const at = row[pod]!;
    const scale = outlook.scale[at]!;
    const owner = outlook.owner[at]! * this.slots;
    const offset = outlook.offset[at]!;
    for (let slot = 0; slot < this.slots; slot++) {
      const share = outlook.ownerMean[owner + slot]! + offset;
      this.podMean[pod * this.slots + slot] = scale * (share < 0 ? 0 : share > 1 ? 1 : share);
    }
  }

  #sum(node: number): void {
    const { outlook, row, request, otherUse } = this.resource;
    const { slots, mean, variance, podMean } = this;
    const from = node * slots;
    mean.fill(otherUse?.[node] ?? 0, from, from + slots);
    variance.fill(0, from, from + slots);
    let [requested, cubes] = [0, 0];
    const scaleOfOwner = new Map<number, number>();
    let own = 0;
    for (const pod of this.#podsOn[node]!) {
      const at = row[pod]!;
      const scale = outlook.scale[at]!;
      const owner = outlook.owner[at]!;
      requested += request[pod]!;
      cubes += scale ** 3 * outlook.skew[at]!;
      own += scale * scale * outlook.variance[at]!;
      scaleOfOwner.set(owner, (scaleOfOwner.get(owner) ?? 0) + scale);
      for (let slot = 0; slot < slots; slot++) mean[from + slot]! += podMean[pod * slots + slot]!;
    }
    for (const [owner, scale] of scaleOfOwner) {
      for (let slot = 0; slot < slots; slot++) {
        variance[from + slot]! += scale * scale * outlook.ownerVariance[owner * slots + slot]!;
      }
    }
    for (let slot = 0; slot < slots; slot++) variance[from + slot]! += own;
    this.requested[node] = requested;
    this.#cubes[node] = cubes;
    this.risk[node] = this.riskAfter(node, NOBODY, NOBODY, Number.POSITIVE_INFINITY);
  }
}

function siblings({ outlook, row }: ResourceColumns, pods: PodColumns): Uint8Array {
  const count = new Int32Array(outlook.ownerMean.length / outlook.slotMinutes.length);
  for (let pod = 0; pod < pods.count; pod++) if (pods.node[pod] !== NOBODY) count[outlook.owner[row[pod]!]!]!++;
  const has = new Uint8Array(pods.count);
  for (let pod = 0; pod < pods.count; pod++) has[pod] = Number(count[outlook.owner[row[pod]!]!]! > 1);
  return has;
}

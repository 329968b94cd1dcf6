import { BLOCKS } from '#load/forecast/forecast-options.ts';
import { overload } from './overload-risk.ts';
import type { RelocationOptions } from './relocation-options.ts';
import type { ExpectedLoad } from './relocation-plan.ts';
import type { PodColumns, ResourceColumns } from './relocation-problem.ts';

/** No pod in this place. */
export const NOBODY = -1;

/** Squared shares below this are rounding. */
const NOTHING = 1e-9;
/** The same sum in another order. */
const ROUNDING = 1e-9;
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
  /** By node: the share that is in use this hour by what cannot leave it; 0 where all that is there is below the line. */
  readonly fixedShare: Float64Array;
  /** Slots that were weighed: what the search has cost. */
  work = 0;
  readonly #options: RelocationOptions;
  readonly #podsOn: readonly (readonly number[])[];
  /** By node and slot: variance of the owners there if they were strangers; by node, variance of what is the pods' own. */
  readonly #shared: Float64Array;
  readonly #ownOn: Float64Array;
  /** By node: the hour of the highest mean. */
  readonly #worst: Int32Array;
  readonly #cubes: Float64Array;
  /** By node and slot: the overload of which no pod's leaving avoids anything, 0 where what cannot leave is under the line. */
  readonly #fated: Float64Array;
  /** By node and block of the week: how far its owners together were off their levels; and the sum of each one's squares. */
  readonly #residual: Float64Array;
  readonly #apart: Float64Array;
  readonly #ownerSquares: Float64Array;
  /** How far what was seen of owners together is believed, 0..1. */
  readonly #trust: number;
  /** By node: the summed scale of each owner's pods there. */
  readonly #scaleOn: readonly Map<number, number>[];
  /** By pod: its owner in the outlook, its scale, and the second and third moments of what is its own. */
  readonly #owner: Int32Array;
  readonly #scale: Float64Array;
  readonly #own: Float64Array;
  readonly #cube: Float64Array;
  /** By pod: what it bears beyond its mean while it starts. */
  readonly #startUp: Float64Array;
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
    this.fixedShare = new Float64Array(nodes);
    this.#cubes = new Float64Array(nodes);
    this.#fated = new Float64Array(nodes * this.slots);
    this.#worst = new Int32Array(nodes);
    this.#shared = new Float64Array(nodes * this.slots);
    this.#ownOn = new Float64Array(nodes);
    const { blocks } = resource.outlook;
    this.#trust = this.slots === 1 ? 0 : blocks / (blocks + options.togetherBlocks);
    this.#residual = new Float64Array(this.#trust > 0 ? nodes * BLOCKS : 0);
    this.#apart = new Float64Array(nodes);
    this.#ownerSquares = squares(resource, this.slots);
    this.#scaleOn = podsOn.map(() => new Map());
    this.#owner = new Int32Array(pods.count);
    this.#scale = new Float64Array(pods.count);
    this.#own = new Float64Array(pods.count);
    this.#cube = new Float64Array(pods.count);
    this.#startUp = new Float64Array(pods.count);
    this.risk = new Float64Array(nodes);
    for (let pod = 0; pod < pods.count; pod++) this.#foresee(pod, resource.row[pod]!);
    this.#hasSiblings = siblings(this.#owner, pods);
    for (let node = 0; node < nodes; node++) this.#sum(node);
    this.#seeFated(pods);
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
    const { slots, mean, podMean } = this;
    const { slotMinutes, ownerVariance } = this.resource.outlook;
    const full = this.resource.capacity[node]!;
    const limits = this.#limitsOf(full);
    const goes = leaving !== NOBODY;
    const comes = coming !== NOBODY;
    const goingShare = goes ? this.#sharedBy(node, leaving, leaving) : 0;
    const comingShare = comes ? this.#sharedBy(node, coming, leaving) : 0;
    const goingOwner = goes ? this.#owner[leaving]! * slots : 0;
    const comingOwner = comes ? this.#owner[coming]! * slots : 0;
    const cubes = this.#cubes[node]! - (goes ? this.#cube[leaving]! : 0) + (comes ? this.#cube[coming]! : 0);
    const own = this.#ownOn[node]! - (goes ? this.#own[leaving]! : 0) + (comes ? this.#own[coming]! : 0);
    const together = this.#together(node, { leaving, coming, goingShare, comingShare });
    const floor = own + (least * full) ** 2;
    const { caution } = this.#options;
    let risk = 0;
    // the worst hour first: what is too risky is so there
    const first = this.#worst[node]!;
    for (let ahead = 0; ahead < slots; ahead++) {
      const slot = first + ahead < slots ? first + ahead : first + ahead - slots;
      const at = node * slots + slot;
      let load = mean[at]!;
      let shared = this.#shared[at]!;
      if (goes) {
        load -= podMean[leaving * slots + slot]!;
        shared -= goingShare * ownerVariance[goingOwner + slot]!;
      }
      if (comes) {
        load += podMean[coming * slots + slot]!;
        shared += comingShare * ownerVariance[comingOwner + slot]!;
      }
      const spread = floor + together * shared;
      const deviation = caution * Math.sqrt(spread > 0 ? spread : 0);
      const skewness = cubes > 0 ? Math.min(1, cubes / (deviation * deviation * deviation)) : 0;
      risk += slotMinutes[slot]! * Math.max(this.#fated[at]!, overload(limits, load, deviation, skewness));
      if (risk > stopAbove) {
        this.work += ahead + 1;
        return Number.POSITIVE_INFINITY;
      }
    }
    this.work += slots;
    return risk;
  }

  /** The weighed overload minutes that a pod's start brings to a node, which another leaves. */
  startMinutes(node: number, leaving: number, coming: number): number {
    const startUp = this.#startUp[coming]!;
    if (startUp === 0) return 0;
    const full = this.resource.capacity[node]!;
    const { caution } = this.#options;
    const limits = this.#limitsOf(full);
    const load = this.shareAfter(node, leaving, coming) * full;
    const spread = Math.max(0, this.variance[node * this.slots]!) + this.#own[coming]! + (LEAST * full) ** 2;
    const over = (use: number): number => overload(limits, use, caution * Math.sqrt(spread), 0);
    return this.resource.outlook.startMinutes * (over(load + startUp) - over(load));
  }

  /**
   * How many times as far a node's owners wander together as strangers would: measured block by block of the last week,
   * and drawn to 1 while little was seen.
   */
  #together(node: number, { leaving, coming, goingShare, comingShare }: Exchange): number {
    if (this.#trust === 0) return 1;
    const { residual } = this.resource.outlook;
    const goes = leaving !== NOBODY;
    const comes = coming !== NOBODY;
    const going = goes ? this.#owner[leaving]! : 0;
    const come = comes ? this.#owner[coming]! : 0;
    const apart =
      this.#apart[node]! - goingShare * this.#ownerSquares[going]! + comingShare * this.#ownerSquares[come]!;
    if (!(apart > NOTHING)) return 1;
    const less = goes ? this.#scale[leaving]! : 0;
    const more = comes ? this.#scale[coming]! : 0;
    let squaresOfSum = 0;
    for (let block = 0; block < BLOCKS; block++) {
      const sum =
        this.#residual[node * BLOCKS + block]! -
        less * residual[going * BLOCKS + block]! +
        more * residual[come * BLOCKS + block]!;
      squaresOfSum += sum * sum;
    }
    return 1 + this.#trust * (squaresOfSum / apart - 1);
  }

  /** By how many times its owner's variance a pod adds to a node's, beside the siblings there but `without`. */
  #sharedBy(node: number, pod: number, without: number): number {
    const scale = this.#scale[pod]!;
    if (this.#hasSiblings[pod] === 0) return scale * scale;
    const owner = this.#owner[pod]!;
    const beside = this.#scaleOn[node]!.get(owner) ?? 0;
    const gone = without !== NOBODY && this.#owner[without] === owner ? this.#scale[without]! : 0;
    return scale * (2 * (beside - gone) + scale);
  }

  /** Where what cannot leave is above the line alone, no pod that leaves brings the node under it: as it is, so it stays. */
  #seeFated(pods: PodColumns): void {
    const { slots } = this;
    const { capacity, line } = this.resource;
    for (let node = 0; node < this.risk.length; node++) {
      const atLine = line * capacity[node]!;
      // to know what may leave is dear, and where all of it stays below the line it does not matter
      const means = this.mean.subarray(node * slots, (node + 1) * slots);
      if (means.every((use) => use < atLine * (1 - ROUNDING))) continue;
      const fixed = this.#fixedOn(node, pods);
      this.fixedShare[node] = fixed[0]! / capacity[node]!;
      for (let slot = 0; slot < slots; slot++)
        if (fixed[slot]! >= atLine) this.#fated[node * slots + slot] = this.#overloadNow(node, node * slots + slot);
    }
  }

  /** By slot: what cannot leave a node. */
  #fixedOn(node: number, { isMovable }: PodColumns): Float64Array {
    const { slots, podMean } = this;
    const fixed = new Float64Array(slots).fill(this.resource.otherUse?.[node] ?? 0);
    for (const pod of this.#podsOn[node]!) {
      if (isMovable(pod)) continue;
      for (let slot = 0; slot < slots; slot++) fixed[slot]! += podMean[pod * slots + slot]!;
    }
    return fixed;
  }

  #overloadNow(node: number, at: number): number {
    const full = this.resource.capacity[node]!;
    const { caution } = this.#options;
    const deviation = caution * Math.sqrt(Math.max(0, this.variance[at]!) + (LEAST * full) ** 2);
    const cubes = this.#cubes[node]!;
    const skewness = cubes > 0 ? Math.min(1, cubes / deviation ** 3) : 0;
    return overload(this.#limitsOf(full), this.mean[at]!, deviation, skewness);
  }

  /** Where overload begins on a node of this capacity, and what it weighs to be full. */
  #limitsOf(full: number): Parameters<typeof overload>[0] {
    return { line: this.resource.line * full, full, fullWeight: this.#options.fullWeight };
  }

  #foresee(pod: number, at: number): void {
    const { outlook } = this.resource;
    const scale = outlook.scale[at]!;
    const owner = outlook.owner[at]!;
    const offset = outlook.offset[at]!;
    this.#owner[pod] = owner;
    this.#scale[pod] = scale;
    this.#own[pod] = scale * scale * outlook.variance[at]!;
    this.#cube[pod] = scale ** 3 * outlook.skew[at]!;
    this.#startUp[pod] = scale * outlook.startUp[owner]!;
    for (let slot = 0; slot < this.slots; slot++) {
      const share = outlook.ownerMean[owner * this.slots + slot]! + offset;
      this.podMean[pod * this.slots + slot] = scale * (share < 0 ? 0 : share > 1 ? 1 : share);
    }
  }

  #sum(node: number): void {
    const { outlook, request, otherUse } = this.resource;
    const { slots, mean, variance, podMean } = this;
    const from = node * slots;
    const scaleOn = this.#scaleOn[node]!;
    scaleOn.clear();
    mean.fill(otherUse?.[node] ?? 0, from, from + slots);
    let [requested, cubes, own] = [0, 0, 0];
    for (const pod of this.#podsOn[node]!) {
      const owner = this.#owner[pod]!;
      requested += request[pod]!;
      cubes += this.#cube[pod]!;
      own += this.#own[pod]!;
      scaleOn.set(owner, (scaleOn.get(owner) ?? 0) + this.#scale[pod]!);
      for (let slot = 0; slot < slots; slot++) mean[from + slot]! += podMean[pod * slots + slot]!;
    }
    this.requested[node] = requested;
    this.#cubes[node] = cubes;
    this.#ownOn[node] = own;
    this.#shared.fill(0, from, from + slots);
    for (const [owner, scale] of scaleOn) {
      for (let slot = 0; slot < slots; slot++) {
        this.#shared[from + slot]! += scale * scale * outlook.ownerVariance[owner * slots + slot]!;
      }
    }
    this.#sumWeek(node);
    const together = this.#together(node, { leaving: NOBODY, coming: NOBODY, goingShare: 0, comingShare: 0 });
    let worst = 0;
    for (let slot = 0; slot < slots; slot++) {
      variance[from + slot] = own + together * this.#shared[from + slot]!;
      if (mean[from + slot]! > mean[from + worst]!) worst = slot;
    }
    this.#worst[node] = worst;
    this.risk[node] = this.riskAfter(node, NOBODY, NOBODY, Number.POSITIVE_INFINITY);
  }

  #sumWeek(node: number): void {
    if (this.#trust === 0) return;
    const { residual } = this.resource.outlook;
    const from = node * BLOCKS;
    this.#residual.fill(0, from, from + BLOCKS);
    this.#apart[node] = 0;
    for (const [owner, scale] of this.#scaleOn[node]!) {
      this.#apart[node] += scale * scale * this.#ownerSquares[owner]!;
      for (let block = 0; block < BLOCKS; block++)
        this.#residual[from + block]! += scale * residual[owner * BLOCKS + block]!;
    }
  }
}

/** One pod that leaves a node and one that comes, and by how many times its owner's variance each matters there. */
interface Exchange {
  readonly leaving: number;
  readonly coming: number;
  readonly goingShare: number;
  readonly comingShare: number;
}

/** Of each owner, the sum of its squared residuals. */
function squares({ outlook: { residual, ownerMean } }: ResourceColumns, slots: number): Float64Array {
  return Float64Array.from({ length: ownerMean.length / slots }, (_, owner) => {
    let sum = 0;
    for (let at = owner * BLOCKS; at < (owner + 1) * BLOCKS; at++) sum += residual[at]! ** 2;
    return sum;
  });
}

/** By pod: 1 where pods of the same owner are in the problem. */
function siblings(owner: Int32Array, pods: PodColumns): Uint8Array {
  const count = new Int32Array(owner.reduce((most, row) => Math.max(most, row), 0) + 1);
  for (let pod = 0; pod < pods.count; pod++) if (pods.node[pod] !== NOBODY) count[owner[pod]!]!++;
  return Uint8Array.from(owner, (row) => Number(count[row]! > 1));
}

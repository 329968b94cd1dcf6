import { countBits } from '#load/heat.ts';
import { LoadTable, NOBODY } from './load-table.ts';
import type { RelocationOptions } from './relocation-options.ts';
import type { RelocationProblem } from './relocation-problem.ts';
import { type Taste, tastes } from './strategy.ts';
import { SharedTable } from './shared-table.ts';
import type { ExpectedLoad, Relocation } from './relocation-plan.ts';

/** A tenth of a minute: no other resource's risk may rise by more. */
const SLACK_MINUTES = 0.1;
/** How much dearer a pod is that fills a node. */
const SIZE_MATTERS = 0.01;
/** Five passes are remembered. */
const LAST_PASSES = 0b11111;
/** As a share of a node: the deviation that shows which way is down from far above the line. */
const WIDE = 0.1;
const EDGE = 0.05;
const NONE = { ofOwner: 0, ofNode: 0 };

/** One pod leaves a node, and another comes; either may be nobody. */
export interface NodeExchange {
  readonly node: number;
  readonly leaving: number;
  readonly coming: number;
}

/** What a move alone changes. */
export const changesOfMove = (pod: number, from: number, to: number): readonly NodeExchange[] => [
  { node: from, leaving: pod, coming: NOBODY },
  { node: to, leaving: NOBODY, coming: pod },
];

/** The problem with the moves planned so far carried out: what the next move is judged by. */
export class PlanState {
  readonly problem: RelocationProblem;
  readonly options: RelocationOptions;
  /** Pods by node, ascending. */
  readonly podsOn: readonly number[][];
  readonly tables: readonly LoadTable[];
  readonly shared: readonly SharedTable[];
  readonly node: Int32Array;
  /** What an eviction costs now, before a pod's past is looked at. */
  readonly price: number;
  /** The problem's passes with this one added. */
  readonly foretold: Uint8Array;
  /** Nodes whose risk was worth an eviction before anything moved, the riskiest first. */
  readonly atRisk: readonly { readonly node: number; readonly risk: number }[];
  /** There is nowhere to go. */
  readonly isEveryNodeHot: boolean;
  /** All hours ahead are alike. */
  readonly isFlat: boolean;
  readonly #taste: Taste;
  readonly #movesOfOwner: Map<number, number> = new Map();
  readonly #leaving: Int32Array;
  readonly #coming: Int32Array;
  readonly #moved: Uint8Array;
  #movesLeft: number;
  #sources: readonly number[] | undefined;
  #targets: readonly number[] | undefined;
  #liked: readonly number[] | undefined;

  constructor(problem: RelocationProblem, options: RelocationOptions) {
    const { nodes, pods, resources } = problem;
    this.problem = problem;
    this.options = options;
    this.#taste = tastes[options.strategy];
    this.node = pods.node.slice();
    const podsOn = Array.from({ length: nodes.count }, (): number[] => []);
    for (let pod = 0; pod < pods.count; pod++) if (pods.node[pod] !== NOBODY) podsOn[pods.node[pod]!]!.push(pod);
    this.podsOn = podsOn;
    this.tables = resources.map((resource) => new LoadTable(resource, pods, podsOn, options));
    this.shared = (problem.shared ?? []).map((signal) => new SharedTable(signal));
    const learntHours = Math.min(...resources.map(({ outlook }) => outlook.learntMs)) / 3_600_000;
    this.price =
      this.#taste.price *
      options.priceMinutes *
      (1 + options.youngFactor * Math.exp(-learntHours / options.youngHours));
    this.foretold = nodes.foretold.map(
      (passes, node) => ((passes << 1) | Number(this.risk(node) >= this.price)) & LAST_PASSES,
    );
    this.isEveryNodeHot = nodes.isHot.every((isHot, node) => isHot === 1 || nodes.mayReceive[node] === 0);
    this.isFlat = this.tables.every(({ slots }) => slots === 1);
    this.atRisk = this.#riskiest((node) => this.risk(node) >= this.price).map((node) => ({
      node,
      risk: this.risk(node),
    }));
    this.#leaving = new Int32Array(nodes.count);
    this.#coming = new Int32Array(nodes.count);
    this.#moved = new Uint8Array(pods.count);
    this.#movesLeft = problem.budgets.moves;
  }

  get movesLeft(): number {
    return this.#movesLeft;
  }

  get isSpent(): boolean {
    return this.tables.reduce((work, table) => work + table.work, 0) > this.options.work;
  }

  risk(node: number): number {
    let risk = 0;
    for (const table of this.tables) risk += table.risk[node]!;
    return risk;
  }

  riskAfter(node: number, leaving: number, coming: number, stopAbove: number): number {
    let risk = 0;
    for (const table of this.tables) {
      risk += table.riskAfter(node, leaving, coming, stopAbove - risk);
      if (risk === Number.POSITIVE_INFINITY) break;
    }
    return risk;
  }

  /** The same if every deviation were as wide as a tenth of the node. */
  wideRiskAfter(node: number, leaving: number, coming: number, stopAbove: number): number {
    let risk = 0;
    for (const table of this.tables) {
      risk += table.riskAfter(node, leaving, coming, stopAbove - risk, WIDE);
      if (risk === Number.POSITIVE_INFINITY) break;
    }
    return risk;
  }

  /** Nodes whose risk is worth an eviction, the riskiest first. */
  sources(): readonly number[] {
    this.#sources ??= this.isEveryNodeHot
      ? []
      : this.#riskiest((node) => this.risk(node) >= this.price && this.maySend(node));
    return this.#sources;
  }

  /** Nodes that may take a pod, the least risky first; of those without risk the coolest. */
  targets(): readonly number[] {
    const { mayReceive, isHot } = this.problem.nodes;
    const mayTake = (node: number): boolean =>
      mayReceive[node] === 1 && !(this.options.targetsStayCool && isHot[node] === 1);
    this.#targets ??= this.#nodes(mayTake).toSorted(
      (a, b) => this.risk(a) - this.risk(b) || this.#warmth(a) - this.#warmth(b) || a - b,
    );
    return this.#targets;
  }

  /** The same in the order in which the strategy looks at them. */
  likedTargets(): readonly number[] {
    if (this.#taste.first === 'coolest') return this.targets();
    this.#liked ??= this.targets().toSorted((a, b) => this.#fullness(b, NOBODY) - this.#fullness(a, NOBODY) || a - b);
    return this.#liked;
  }

  /** What the strategy likes about a target, in minutes, and at most that. */
  likingOf(pod: number, to: number): number {
    return this.#taste.fullness === 0 ? 0 : this.#taste.fullness * this.price * this.#fullness(to, pod);
  }
  mostLiking(): number {
    return Math.max(0, this.#taste.fullness) * this.price;
  }

  /** How near to its line the fullest resource of a node is this hour, 0..1. */
  #fullness(node: number, coming: number): number {
    const shares = this.tables.map((table) => table.shareAfter(node, NOBODY, coming) / table.resource.line);
    return Math.min(1, Math.max(...shares));
  }

  /** All that a node bears this hour, by how far each line is. */
  #warmth(node: number): number {
    return this.tables.reduce((sum, table) => sum + table.shareAfter(node, NOBODY, NOBODY) / table.resource.line, 0);
  }

  /** Whether a node that is cool stays so, this hour, when one pod has left and another come. */
  staysCool(node: number, leaving: number, coming: number): boolean {
    if (!this.options.targetsStayCool) return true;
    return (
      this.tables.every((table) => table.isUnderLine(node, leaving, coming)) &&
      this.staysUnderShared(node, leaving, coming)
    );
  }

  /** The same by shared signals alone. */
  staysUnderShared(node: number, leaving: number, coming: number): boolean {
    return this.shared.every((table) => table.isUnderLine(node, leaving, coming));
  }

  /** What a node that would not stay cool with the pod would bear: of a shared signal where no resource is the cause, else the highest. */
  heatWith(node: number, pod: number): { readonly load: number; readonly signal?: string } {
    const isCool = this.tables.every((table) => table.isUnderLine(node, NOBODY, pod));
    const shared = isCool ? this.shared.find((table) => !table.isUnderLine(node, NOBODY, pod)) : undefined;
    if (shared !== undefined) return { load: shared.shareAfter(node, NOBODY, pod), signal: shared.signal.name };
    return { load: Math.max(...this.tables.map((table) => table.shareAfter(node, NOBODY, pod))) };
  }

  /** What keeps a node above its line whatever leaves it, this hour, and at which share. */
  immovableOn(node: number): { readonly resource: string; readonly load: number } | undefined {
    const table = this.tables.find((each) => each.fixedShare[node]! >= each.resource.line);
    return table === undefined ? undefined : { resource: table.resource.name, load: table.fixedShare[node]! };
  }

  hasMoved(pod: number): boolean {
    return this.#moved[pod] === 1;
  }

  expected(node: number): readonly ExpectedLoad[] {
    return this.tables.map((table) => table.expected(node));
  }

  /** Whether a pod may be moved at all, be it in a later pass. */
  mayGoSomeTime(pod: number): boolean {
    const { pods, memory } = this.problem;
    return this.#moved[pod] === 0 && pods.isMovable(pod) && !memory.isResting(pod);
  }

  /** Whether a pod may be moved now, besides so many others. */
  mayGo(pod: number, others: { readonly ofOwner: number; readonly ofNode: number } = NONE): boolean {
    if (!this.mayGoSomeTime(pod)) return false;
    const { budgets } = this.problem;
    const owner = this.ownerOf(pod);
    const ofOwner = (this.#movesOfOwner.get(owner) ?? 0) + budgets.inFlightOfOwner(owner) + others.ofOwner;
    return ofOwner < budgets.perOwner && others.ofNode < this.touchesLeft(this.node[pod]!);
  }

  /** How many more moves may touch a node now, be it left or come to. */
  touchesLeft(node: number): number {
    const { perNode, inFlightOfNode } = this.problem.budgets;
    return perNode - inFlightOfNode(node) - this.#leaving[node]! - this.#coming[node]!;
  }

  /** Whether a pod may be on a node at all, but for room. */
  mayReach(pod: number, to: number): boolean {
    const { nodes, memory, isFeasible } = this.problem;
    if (nodes.mayReceive[to] === 0 || this.touchesLeft(to) < 1) return false;
    return !memory.leftLately(pod, to) && isFeasible(pod, to);
  }

  /** Whether a pod may go to a node that another leaves. */
  fits(pod: number, to: number, leaving: number): boolean {
    return this.tables.every((table) => table.hasRoom(to, leaving, pod)) && this.mayReach(pod, to);
  }

  /** Of pods that relieve a node alike, the smaller is the cheaper to disturb. */
  priceOf(pod: number): number {
    const node = this.node[pod]!;
    let size = 0;
    for (const table of this.tables) size += table.podMean[pod * table.slots]! / table.resource.capacity[node]!;
    return this.price * this.problem.memory.dearness(pod) * (1 + SIZE_MATTERS * size);
  }

  /** The same with what its start does to the node that it comes to. */
  priceAt(pod: number, to: number, leaving: number = NOBODY): number {
    return this.priceOf(pod) + this.startMinutes(pod, to, leaving);
  }

  /** The overload minutes that a pod's start brings to a node, which another leaves. */
  startMinutes(pod: number, to: number, leaving: number = NOBODY): number {
    let minutes = 0;
    for (const table of this.tables) minutes += table.startMinutes(to, leaving, pod);
    return minutes;
  }

  ownerOf(pod: number): number {
    return this.problem.pods.owner[pod]!;
  }

  /** With more resources than one, none may pay for another. */
  lowersEach(changes: readonly NodeExchange[]): boolean {
    if (this.tables.length === 1) return true;
    return this.tables.every((table) => {
      let rise = 0;
      for (const { node, leaving, coming } of changes)
        rise += table.riskAfter(node, leaving, coming, Number.POSITIVE_INFINITY) - table.risk[node]!;
      return rise <= SLACK_MINUTES;
    });
  }

  /** How steeply a node's risk rises with its load, by resource and slot. */
  steepness(node: number): readonly Float64Array[] {
    return this.tables.map((table) => {
      const { slots, mean, variance, resource } = table;
      const steep = new Float64Array(slots);
      const line = resource.line * resource.capacity[node]!;
      for (let slot = 0; slot < slots; slot++) {
        const at = node * slots + slot;
        // a whole pod is no infinitesimal step: wide enough to see over the edge
        const deviation = this.options.caution * Math.sqrt(variance[at]! + (EDGE * resource.capacity[node]!) ** 2);
        const z = (line - mean[at]!) / deviation;
        const y = (resource.capacity[node]! - mean[at]!) / deviation;
        steep[slot] =
          (resource.outlook.slotMinutes[slot]! *
            (Math.exp((-z * z) / 2) + this.options.fullWeight * Math.exp((-y * y) / 2))) /
          deviation;
      }
      return steep;
    });
  }

  /** By how much, to the first order, two nodes are better off once `pod` and `other` have changed places. */
  eases(here: readonly Float64Array[], there: readonly Float64Array[], pod: number, other: number): number {
    let gain = 0;
    for (const [index, { slots, podMean }] of this.tables.entries()) {
      const [from, to] = [here[index]!, there[index]!];
      for (let slot = 0; slot < slots; slot++) {
        gain += (from[slot]! - to[slot]!) * (podMean[pod * slots + slot]! - podMean[other * slots + slot]!);
      }
    }
    return gain;
  }

  /** Carries a relocation out, here. */
  apply({ moves }: Relocation): void {
    for (const { pod, from, to } of moves) {
      const owner = this.ownerOf(pod);
      this.#movesOfOwner.set(owner, (this.#movesOfOwner.get(owner) ?? 0) + 1);
      this.#moved[pod] = 1;
      this.#leaving[from]!++;
      this.#coming[to]!++;
      this.#movesLeft--;
      this.shift(pod, to);
    }
  }

  /** Puts a pod on another node without a word of budgets: to look, and to take back. */
  shift(pod: number, to: number): void {
    const from = this.node[pod]!;
    const here = this.podsOn[from]!;
    here.splice(here.indexOf(pod), 1);
    const there = this.podsOn[to]!;
    there.push(pod);
    there.sort((a, b) => a - b);
    this.node[pod] = to;
    for (const table of this.shared) table.shift(pod, from, to);
    for (const table of this.tables) {
      table.renew(from);
      table.renew(to);
    }
    this.#sources = undefined;
    this.#targets = undefined;
    this.#liked = undefined;
  }

  /**
   * A node that is hot, or was foretold to be often enough: one pass that says so may be noise. What leaves a hot node to
   * bring it under its line, or has just left it, is waited for, before the forecast alone says that more must.
   */
  maySend(node: number): boolean {
    if (countBits(this.foretold[node]!) >= this.options.foretoldPasses) return true;
    return this.problem.nodes.isHot[node] === 1 && !this.#isBeingRelieved(node);
  }

  #isBeingRelieved(node: number): boolean {
    const { budgets, memory } = this.problem;
    const isLeft = this.#leaving[node]! + budgets.inFlightOfNode(node) > 0 || memory.wasRelieved(node);
    return isLeft && this.tables.every((table) => table.isUnderLine(node, NOBODY, NOBODY));
  }

  #riskiest(holds: (node: number) => boolean): number[] {
    return this.#nodes(holds).toSorted((a, b) => this.risk(b) - this.risk(a) || a - b);
  }

  #nodes(holds: (node: number) => boolean): number[] {
    const nodes: number[] = [];
    for (let node = 0; node < this.problem.nodes.count; node++) if (holds(node)) nodes.push(node);
    return nodes;
  }
}

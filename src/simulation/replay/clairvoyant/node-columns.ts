import type { ReplayInstance } from '#simulation/replay/instance.ts';

/** What a clairvoyant minimises for a node: steps above 80 %, steps above 100 %, and a little for every core above. */
const perCoreAbove = 0.02;

/** The use of every pod and of every node over all steps that a placement at step 1 can change, and its cost. */
export class NodeColumns {
  readonly placement: Int32Array;
  readonly requested: Float64Array;
  /** By node. */
  readonly cost: Float64Array;
  readonly #steps: number;
  /** By node. */
  readonly #capacity: Float64Array;
  readonly #request: Float64Array;
  /** Pod `p` at step `t + 1` stands at `p * steps + t`. */
  readonly #pods: Float64Array;
  readonly #nodes: Float64Array;
  /** The column of no pod. */
  readonly #nothing: Float64Array;

  constructor({ cluster, use, start }: ReplayInstance) {
    this.#steps = use.steps - 1;
    this.#capacity = cluster.capacity;
    this.#request = cluster.request;
    this.placement = start.slice();
    this.requested = new Float64Array(cluster.nodes);
    this.cost = new Float64Array(cluster.nodes);
    this.#pods = columnsOf(use.cores, cluster.pods, this.#steps);
    this.#nothing = new Float64Array(this.#steps);
    this.#nodes = new Float64Array(cluster.nodes * this.#steps);
    for (const [pod, node] of start.entries()) this.#add(pod, node, 1);
    for (const node of this.cost.keys()) this.cost[node] = this.#costOf(node);
  }

  hasRoom(pod: number, node: number, without?: number): boolean {
    const leaving = without === undefined ? 0 : this.#request[without]!;
    return this.requested[node]! - leaving + this.#request[pod]! <= this.#capacity[node]! + 1e-9;
  }

  /** What a node would cost with one pod more, one less, or both; `atMost` ends the sum when it is passed. */
  costWith(node: number, arriving?: number, leaving?: number, atMost: number = Infinity): number {
    const column = this.#nodeColumn(node);
    const arrives = arriving === undefined ? this.#nothing : this.#podColumn(arriving);
    const leaves = leaving === undefined ? this.#nothing : this.#podColumn(leaving);
    const capacity = this.#capacity[node]!;
    const limit = 0.8 * capacity + 1e-6;
    let cost = 0;
    for (let step = 0; step < column.length; step++) {
      const used = column[step]! + arrives[step]! - leaves[step]!;
      if (used <= limit) continue;
      cost += costOfStep(used, capacity);
      if (cost > atMost) return cost;
    }
    return cost;
  }

  move(pod: number, to: number): void {
    const from = this.placement[pod]!;
    this.#add(pod, from, -1);
    this.#add(pod, to, 1);
    this.placement[pod] = to;
    for (const node of [from, to]) this.cost[node] = this.#costOf(node);
  }

  /** Steps above 80 % on all nodes together. */
  stepsOver80(): number {
    return this.#capacity.reduce((count, capacity, node) => {
      const limit = 0.8 * capacity + 1e-6;
      return this.#nodeColumn(node).reduce((steps, used) => (used > limit ? steps + 1 : steps), count);
    }, 0);
  }

  #add(pod: number, node: number, sign: 1 | -1): void {
    const column = this.#nodeColumn(node);
    const own = this.#podColumn(pod);
    for (let step = 0; step < own.length; step++) column[step]! += sign * own[step]!;
    this.requested[node]! += sign * this.#request[pod]!;
  }

  #costOf(node: number): number {
    const capacity = this.#capacity[node]!;
    let cost = 0;
    for (const used of this.#nodeColumn(node)) if (used > 0.8 * capacity + 1e-6) cost += costOfStep(used, capacity);
    return cost;
  }

  #podColumn(pod: number): Float64Array {
    return this.#pods.subarray(pod * this.#steps, (pod + 1) * this.#steps);
  }

  #nodeColumn(node: number): Float64Array {
    return this.#nodes.subarray(node * this.#steps, (node + 1) * this.#steps);
  }
}

/** Of a node known to be above 80 %. */
const costOfStep = (used: number, capacity: number): number =>
  1 + (used > capacity + 1e-6 ? 1 : 0) + perCoreAbove * (used - 0.8 * capacity);

function columnsOf(rows: Float64Array, pods: number, steps: number): Float64Array {
  const columns = new Float64Array(pods * steps);
  for (let step = 0; step < steps; step++) {
    for (let pod = 0; pod < pods; pod++) columns[pod * steps + step] = rows[(step + 1) * pods + pod]!;
  }
  return columns;
}

import { ABSENT, isPinned, type ReplayCluster } from '#simulation/replay/policy.ts';
import { evening, hasRoom } from '#simulation/replay/room.ts';

/** What stands on each node while a policy makes up its mind: begun from the placement, changed by its own moves. */
export class NodeBooks {
  /** Cores, by node. */
  readonly used: Float64Array;
  /** Cores, by node. */
  readonly requested: Float64Array;
  /** The pods that stood on each node at first and may be moved, in pod order. */
  readonly pods: readonly (readonly number[])[];
  readonly #cluster: ReplayCluster;
  readonly #use: Float64Array;
  readonly #evening: Float64Array;

  constructor(cluster: ReplayCluster, placement: Int32Array, use: Float64Array) {
    const pods = Array.from({ length: cluster.nodes }, (): number[] => []);
    this.used = new Float64Array(cluster.nodes);
    this.requested = new Float64Array(cluster.nodes);
    this.pods = pods;
    this.#cluster = cluster;
    this.#use = use;
    this.#evening = evening(cluster.capacity);
    for (const [pod, node] of placement.entries()) {
      if (node === ABSENT) continue;
      if (!isPinned(cluster, pod)) pods[node]!.push(pod);
      this.add(pod, node);
    }
  }

  add(pod: number, node: number): void {
    this.used[node]! += this.#use[pod]!;
    this.requested[node]! += this.#cluster.request[pod]!;
  }

  remove(pod: number, node: number): void {
    this.used[node]! -= this.#use[pod]!;
    this.requested[node]! -= this.#cluster.request[pod]!;
  }

  hasRoom(pod: number, node: number): boolean {
    return hasRoom(this.requested[node]!, this.#cluster.request[pod]!, this.#cluster.capacity[node]!);
  }

  /** A value in cores as it would be on the largest node. */
  even(value: Float64Array, node: number): number {
    return value[node]! * this.#evening[node]!;
  }

  /**
   * The node with the least of a value, for its size, among those with room for the pod that pass the filter; the lowest
   * index among those within `slack`.
   */
  leastWithRoom(
    pod: number,
    value: Float64Array,
    slack = 0,
    passes: (node: number) => boolean = () => true,
  ): number | undefined {
    let least: number | undefined;
    for (let node = 0; node < value.length; node++) {
      const better = least === undefined || this.even(value, node) < this.even(value, least) - slack;
      if (better && this.hasRoom(pod, node) && passes(node)) least = node;
    }
    return least;
  }
}

import type { PersistentVolumeClaim } from '#api/kubernetes/storage.ts';
import type { ClusterState } from './cluster-state.ts';
import { fault } from './faults.ts';
import type { PlacedPod } from './pod-entry.ts';

/** Takes one supposed change back. */
type Undo = () => void;

/** Supposed changes to where pods lie and which claims there are. Whoever looks sees them as if they were so; each is undone in the time it took to do. */
export class WhatIf {
  readonly #state: ClusterState;
  readonly #steps: Undo[] = [];

  constructor(state: ClusterState) {
    this.#state = state;
  }

  /** How many steps have been supposed: what to undo back to. */
  get mark(): number {
    return this.#steps.length;
  }

  add(pod: PlacedPod, row: number): void {
    const { placements } = this.#state;
    placements.place(pod, row);
    this.#steps.push(() => placements.unplace(pod));
  }

  remove(pod: PlacedPod): void {
    const { placements } = this.#state;
    const from = pod.row;
    placements.unplace(pod);
    this.#steps.push(() => placements.place(pod, from));
  }

  /** A claim that is not there yet. */
  addClaim(claim: PersistentVolumeClaim): void {
    const shelf = this.#state.shelves.PersistentVolumeClaim;
    shelf.put(claim);
    this.#steps.push(() => shelf.take(claim));
  }

  removeClaim(claim: PersistentVolumeClaim): void {
    const shelf = this.#state.shelves.PersistentVolumeClaim;
    shelf.take(claim);
    this.#steps.push(() => shelf.put(claim));
  }

  move(pod: PlacedPod, row: number): void {
    this.remove(pod);
    this.add(pod, row);
  }

  /** The pod has been told to end and still lies there; the one that stands for it from now on. */
  end(pod: PlacedPod): PlacedPod {
    const { row } = pod;
    const ending: PlacedPod = { ...pod, terminating: true };
    this.remove(pod);
    this.add(ending, row);
    return ending;
  }

  undo(mark = 0): void {
    while (this.#steps.length > mark) this.#steps.pop()!();
  }

  /** The row of a node that must be there. */
  rowOf(nodeName: string): number {
    const row = this.#state.nodes.rowOf(nodeName);
    if (row === undefined) throw fault('cluster/unknown-node', `supposing a pod on ${nodeName}: there is no such node`);
    return row;
  }
}

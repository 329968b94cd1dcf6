import type { ClusterState } from './cluster-state.ts';
import { fault } from './faults.ts';
import { NOWHERE, type PlacedPod } from './pod-entry.ts';

interface Step {
  readonly pod: PlacedPod;
  /** Where it lay before; NOWHERE where the step put it down. */
  readonly from: number;
}

/** Supposed changes to where pods lie. Whoever looks sees them as if they were so; each is undone in the time it took to do. */
export class WhatIf {
  readonly #state: ClusterState;
  readonly #steps: Step[] = [];

  constructor(state: ClusterState) {
    this.#state = state;
  }

  /** How many steps have been supposed: what to undo back to. */
  get mark(): number {
    return this.#steps.length;
  }

  add(pod: PlacedPod, row: number): void {
    this.#state.placements.place(pod, row);
    this.#steps.push({ pod, from: NOWHERE });
  }

  remove(pod: PlacedPod): void {
    const from = pod.row;
    this.#state.placements.unplace(pod);
    this.#steps.push({ pod, from });
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
    while (this.#steps.length > mark) {
      const { pod, from } = this.#steps.pop()!;
      if (from === NOWHERE) this.#state.placements.unplace(pod);
      else this.#state.placements.place(pod, from);
    }
  }

  /** The row of a node that must be there. */
  rowOf(nodeName: string): number {
    const row = this.#state.nodes.rowOf(nodeName);
    if (row === undefined) throw fault('cluster/unknown-node', `supposing a pod on ${nodeName}: there is no such node`);
    return row;
  }
}

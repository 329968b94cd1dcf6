import { movedInto } from './columns/growing.ts';
import type { PodLabels } from './pod-labels.ts';
import { ABSENT, type LabelColumn } from './columns/label-column.ts';

/** What a tally counts pods by: the node they lie on, or the node's value of a label. */
export type TallyPlace = 'node' | LabelColumn;

/** Weights of pods, kept up to date by place. Pods on nodes that lack the label are nowhere. */
export class Tally {
  readonly place: TallyPlace;
  /** How much lies on known places together; each pod at least 1. */
  carriers = 0;
  #weights: Int32Array;

  constructor(place: TallyPlace, capacity: number) {
    this.place = place;
    this.#weights = new Int32Array(place === 'node' ? capacity : Math.max(place.values.length, 8));
  }

  /** By row, or by number of the label's value. Values met later than the last pod may lie beyond its end: they weigh 0. */
  get weights(): Int32Array {
    if (this.place !== 'node') this.reach(this.place.values.length - 1);
    return this.#weights;
  }

  /** `pods` is +1 where a pod comes, -1 where it leaves. */
  add(row: number, weight: number, pods: 1 | -1): void {
    const index = this.place === 'node' ? row : this.place.valueOf[row]!;
    if (index === ABSENT) return;
    this.reach(index);
    this.#weights[index]! += weight * pods;
    this.carriers += pods;
  }

  /** Counts nothing, by a label whose values have new numbers. */
  reset(): void {
    this.#weights = new Int32Array(8);
    this.carriers = 0;
  }

  /** Makes room for an index. */
  reach(index: number): void {
    if (index >= this.#weights.length)
      this.#weights = movedInto(new Int32Array(Math.max(index + 1, this.#weights.length * 2)), this.#weights);
  }
}

/** A tally of the pods that a question is about. */
export class PodTally extends Tally {
  readonly counts: (labels: PodLabels) => boolean;
  readonly terminatingToo: boolean;
  /** When it was last asked for; the longest unasked goes first. */
  lastAsked = 0;

  constructor(place: TallyPlace, capacity: number, counts: (labels: PodLabels) => boolean, terminatingToo: boolean) {
    super(place, capacity);
    this.counts = counts;
    this.terminatingToo = terminatingToo;
  }
}

import type { LabelClasses } from './label-class.ts';
import type { PodLabels } from './pod-labels.ts';
import type { PlacedPod } from './pod-entry.ts';
import { PodTally, type TallyPlace } from './tally.ts';

/** Which pods to count, and by what. */
export interface TallyQuestion {
  /** Two questions with equal keys, asked of equal places, are one. */
  readonly key: string;
  readonly place: TallyPlace;
  readonly counts: (labels: PodLabels) => boolean;
  /** The one namespace its pods can be of, if it is one: spares looking at the rest. */
  readonly namespace?: string;
  readonly terminatingToo: boolean;
}

const most = 1024;

/** Tallies of placed pods: counted once when first asked for, kept up to date from then on. */
export class Tallies {
  readonly #tallies = new Map<string, PodTally>();
  readonly #classes: LabelClasses;
  #asked = 0;

  constructor(classes: LabelClasses) {
    this.#classes = classes;
  }

  of(question: TallyQuestion, capacity: number): PodTally {
    const place = question.place === 'node' ? '' : question.place.key;
    const key = `${question.terminatingToo ? 'all' : 'live'}\0${place}\0${question.key}`;
    const tally = this.#tallies.get(key) ?? this.#count(key, question, capacity);
    tally.lastAsked = ++this.#asked;
    return tally;
  }

  /** Makes room for more nodes. */
  grow(capacity: number): void {
    for (const tally of this.#tallies.values()) if (tally.place === 'node') tally.reach(capacity - 1);
  }

  /** A class of labels was seen for the first time: who counts its pods? */
  welcome(labels: PodLabels): void {
    const { tallies } = this.#classes.of(labels);
    for (const tally of this.#tallies.values()) if (tally.counts(labels)) tallies.push(tally);
  }

  /** Counts nothing any more; for when what decides over a pod has changed, as the labels of namespaces. */
  clear(): void {
    this.#tallies.clear();
    for (const labels of this.#classes.all) labels.tallies.length = 0;
  }

  add(pod: PlacedPod, row: number, pods: 1 | -1): void {
    const { tallies } = this.#classes.of(pod.labels);
    for (const tally of tallies) if (tally.terminatingToo || !pod.terminating) tally.add(row, 1, pods);
  }

  #count(key: string, question: TallyQuestion, capacity: number): PodTally {
    if (this.#tallies.size >= most) this.#dropOldest();
    const tally = new PodTally(question.place, capacity, question.counts, question.terminatingToo);
    this.#tallies.set(key, tally);
    for (const labels of this.#classes.in(question.namespace)) {
      if (!question.counts(labels)) continue;
      labels.tallies.push(tally);
      for (const pod of labels.placed) if (tally.terminatingToo || !pod.terminating) tally.add(pod.row, 1, 1);
    }
    return tally;
  }

  /** The longer unasked half goes at once: making room costs a look at every class. */
  #dropOldest(): void {
    const byAge = [...this.#tallies].toSorted(([, a], [, b]) => a.lastAsked - b.lastAsked);
    const dropped = new Set(byAge.slice(0, most / 2).map(([key, tally]) => (this.#tallies.delete(key), tally)));
    for (const labels of this.#classes.all) {
      const kept = labels.tallies.filter((tally) => !dropped.has(tally));
      labels.tallies.splice(0, labels.tallies.length, ...kept);
    }
  }
}

import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { PlacedPod } from './pod-entry.ts';
import type { PodLabels } from './pod-labels.ts';
import type { PodTally } from './tally.ts';

/** All pods that share their labels. */
export interface LabelClass extends PodLabels {
  /** Those that are placed on known nodes, in no order. */
  readonly placed: PlacedPod[];
  /** What counts them. */
  readonly tallies: PodTally[];
}

function keyOf(labels: StringMap): string {
  const keys = Object.keys(labels);
  return JSON.stringify(keys.toSorted().map((key) => [key, labels[key]]));
}

/** Gives equal labels of one namespace one class. */
export class LabelClasses {
  readonly #byNamespace = new Map<string, Map<string, LabelClass>>();
  readonly #all: LabelClass[] = [];

  get all(): readonly LabelClass[] {
    return this.#all;
  }

  of({ id }: PodLabels): LabelClass {
    return this.#all[id]!;
  }

  classOf(namespace: string, labels: StringMap): LabelClass {
    const classes = this.#classesIn(namespace);
    const key = keyOf(labels);
    const known = classes.get(key);
    if (known !== undefined) return known;
    const fresh: LabelClass = { id: this.#all.length, namespace, labels, placed: [], tallies: [] };
    classes.set(key, fresh);
    this.#all.push(fresh);
    return fresh;
  }

  #classesIn(namespace: string): Map<string, LabelClass> {
    const known = this.#byNamespace.get(namespace);
    if (known !== undefined) return known;
    const classes = new Map<string, LabelClass>();
    this.#byNamespace.set(namespace, classes);
    return classes;
  }

  /** Those of one namespace; of every namespace where none is named. */
  in(namespace: string | undefined): Iterable<LabelClass> {
    return namespace === undefined ? this.#all : (this.#byNamespace.get(namespace)?.values() ?? []);
  }
}

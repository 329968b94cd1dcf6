import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { PlacedPod } from './pod-entry.ts';
import type { PodTally } from './tally.ts';

/** All pods of one namespace that bear the same labels: to a selector they are one. */
export class LabelClass {
  readonly id: number;
  readonly namespace: string;
  readonly labels: StringMap;
  /** Its pods that are placed on known nodes, in no order. */
  readonly placed: PlacedPod[] = [];
  /** What counts its pods. */
  readonly tallies: PodTally[] = [];

  constructor(id: number, namespace: string, labels: StringMap) {
    this.id = id;
    this.namespace = namespace;
    this.labels = labels;
  }
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

  classOf(namespace: string, labels: StringMap): LabelClass {
    const classes = this.#classesIn(namespace);
    const key = keyOf(labels);
    const known = classes.get(key);
    if (known !== undefined) return known;
    const fresh = new LabelClass(this.#all.length, namespace, labels);
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

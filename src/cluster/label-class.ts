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
  readonly #byId = new Map<number, LabelClass>();
  #made = 0;

  get all(): Iterable<LabelClass> {
    return this.#byId.values();
  }

  get size(): number {
    return this.#byId.size;
  }

  of({ id }: PodLabels): LabelClass {
    return this.#byId.get(id)!;
  }

  classOf(namespace: string, labels: StringMap): LabelClass {
    const classes = this.#classesIn(namespace);
    const key = keyOf(labels);
    const known = classes.get(key);
    if (known !== undefined) return known;
    const fresh: LabelClass = { id: this.#made++, namespace, labels, placed: [], tallies: [] };
    classes.set(key, fresh);
    this.#byId.set(fresh.id, fresh);
    return fresh;
  }

  #classesIn(namespace: string): Map<string, LabelClass> {
    const known = this.#byNamespace.get(namespace);
    if (known !== undefined) return known;
    const classes = new Map<string, LabelClass>();
    this.#byNamespace.set(namespace, classes);
    return classes;
  }

  /** Forgets all others. No pod of theirs may be placed. */
  keep(used: ReadonlySet<PodLabels>): void {
    for (const [namespace, classes] of this.#byNamespace) {
      for (const [key, each] of classes) {
        if (used.has(each)) continue;
        classes.delete(key);
        this.#byId.delete(each.id);
      }
      if (classes.size === 0) this.#byNamespace.delete(namespace);
    }
  }

  /** Those of one namespace; of every namespace where none is named. */
  in(namespace: string | undefined): Iterable<LabelClass> {
    return namespace === undefined ? this.all : (this.#byNamespace.get(namespace)?.values() ?? []);
  }
}

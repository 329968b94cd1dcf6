import type { ObjectStore } from './objects/object-store.ts';
import type { RecordedLife } from './recorded-script.ts';

/** How many pods each recorded set wants: as many as its lives, or one more than the highest ordinal among them. */
export class RecordedSets {
  readonly #store: ObjectStore;
  /** By kind and key of the set. */
  readonly #living: Map<string, Set<RecordedLife>> = new Map();

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  born(kind: 'ReplicaSet' | 'StatefulSet', key: string, life: RecordedLife): void {
    const at = `${kind} ${key}`;
    const living = this.#living.get(at) ?? new Set();
    this.#living.set(at, living.add(life));
    this.#want(kind, key, living);
  }

  died(kind: 'ReplicaSet' | 'StatefulSet', key: string, life: RecordedLife): void {
    const living = this.#living.get(`${kind} ${key}`) ?? new Set();
    living.delete(life);
    this.#want(kind, key, living);
  }

  #want(kind: 'ReplicaSet' | 'StatefulSet', key: string, living: ReadonlySet<RecordedLife>): void {
    if (kind === 'ReplicaSet') {
      const set = this.#store.get('ReplicaSet', key);
      if (set !== undefined) this.#store.put('ReplicaSet', { ...set, spec: { ...set.spec, replicas: living.size } });
      return;
    }
    const set = this.#store.get('StatefulSet', key);
    const replicas = Math.max(0, ...Array.from(living, (life) => ordinalOf(life) + 1));
    if (set !== undefined) this.#store.put('StatefulSet', { ...set, spec: { ...set.spec, replicas } });
  }
}

/** The number at the end of its name; the first where there is none. */
function ordinalOf({ pod }: RecordedLife): number {
  const number = Number(/-(\d+)$/.exec(pod.metadata.name)?.[1] ?? 0);
  return Number.isSafeInteger(number) ? number : 0;
}

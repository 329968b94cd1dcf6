import type { Pod } from '#api/kubernetes/pod.ts';
import { isTerminating } from '#api/pod-standing.ts';
import type { ObjectStore } from './object-store.ts';
import { keyOf } from './objects.ts';

/** The annotation of a template that says which workload its pods belong to. */
export const WORKLOAD = 'simulation.plimsoll.dev/workload';

/** What a workload's pods do on their nodes. */
export interface WorkloadLife {
  readonly name: string;
  /** The courses of use its pods follow, one a replica. */
  readonly courses: readonly number[];
  readonly memoryBytes: number;
  /** What a container's memory grows by, from its start. */
  readonly leakBytesPerHour: number;
  /** Extra cores from its start, for so long. */
  readonly startUpCores: number;
  readonly startUpMs: number;
  /** For pods that come to an end by themselves. */
  readonly runsForMs?: number;
}

interface Entry {
  readonly life: WorkloadLife;
  /** How many pods that stay follow each course. */
  readonly followers: number[];
}

/** Which workload a pod belongs to, and which of its courses it follows: a replacement follows the one that was left. */
export class WorkloadBook {
  readonly #entries: Map<string, Entry> = new Map();
  readonly #slots: Map<string, { readonly entry: Entry; readonly slot: number; stays: boolean }> = new Map();
  /** By course: the pod that follows it and stays, else the one that is leaving. */
  readonly #podOf: Map<number, string> = new Map();

  constructor(store: ObjectStore) {
    store.listen((change) => {
      if (change.kind !== 'Pod') return;
      const { before, after } = change;
      if (after === undefined) this.#gone(before!);
      else if (before === undefined) this.#come(after);
      else if (isTerminating(after) && !isTerminating(before)) this.#leaving(after);
    });
  }

  add(life: WorkloadLife): void {
    this.#entries.set(life.name, { life, followers: life.courses.map(() => 0) });
  }

  lifeOf(pod: Pod): WorkloadLife | undefined {
    return this.#entries.get(pod.metadata.annotations?.[WORKLOAD] ?? '')?.life;
  }

  /** The course a pod follows. */
  courseOf(pod: Pod): number | undefined {
    const held = this.#slots.get(pod.metadata.uid);
    return held?.entry.life.courses[held.slot];
  }

  /** The pod (`namespace/name`) that follows a course. */
  podOf(course: number): string | undefined {
    return this.#podOf.get(course);
  }

  #come(pod: Pod): void {
    const entry = this.#entries.get(pod.metadata.annotations?.[WORKLOAD] ?? '');
    if (entry === undefined || entry.followers.length === 0) return;
    const slot = entry.followers.indexOf(Math.min(...entry.followers));
    entry.followers[slot]! += 1;
    this.#slots.set(pod.metadata.uid, { entry, slot, stays: true });
    this.#podOf.set(entry.life.courses[slot]!, keyOf(pod.metadata));
  }

  #leaving(pod: Pod): void {
    const held = this.#slots.get(pod.metadata.uid);
    if (held === undefined || !held.stays) return;
    held.stays = false;
    held.entry.followers[held.slot]! -= 1;
  }

  #gone(pod: Pod): void {
    const held = this.#slots.get(pod.metadata.uid);
    if (held === undefined) return;
    this.#leaving(pod);
    this.#slots.delete(pod.metadata.uid);
    const course = held.entry.life.courses[held.slot]!;
    if (this.#podOf.get(course) === keyOf(pod.metadata)) this.#podOf.delete(course);
  }
}

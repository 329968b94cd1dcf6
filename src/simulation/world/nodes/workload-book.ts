import type { Pod } from '#api/kubernetes/pod.ts';
import { controllerOf, isTerminating } from '#api/pod-standing.ts';
import type { ObjectStore } from '#simulation/world/objects/object-store.ts';
import { keyOf } from '#simulation/world/objects/objects.ts';

/** The annotation of a template that says which workload its pods belong to. */
export const WORKLOAD = 'simulation.plimsoll.dev/workload';

/** The annotation of a pod that follows a course of its own, and not the one that was left longest. */
export const COURSE = 'simulation.plimsoll.dev/course';

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
  /** Each pod begins its course, and ends after just so long, when it starts; else courses are of the world's time. */
  readonly beginsAnew?: boolean;
}

interface Entry {
  readonly life: WorkloadLife;
  /** How many pods that stay follow each course; infinitely many where it is closed, so that nobody takes it up. */
  readonly followers: number[];
  /** Pods that nobody controlled when they came, or for whom there was no course: each follows one once another leaves it. */
  readonly waiting: Pod[];
  /** How many pods may follow a course at once. */
  readonly mostFollowers: number;
}

/**
 * Which workload a pod belongs to, and which of its courses it follows: a replacement follows the one that was left. One
 * that is started in advance follows none until then.
 */
export class WorkloadBook {
  readonly #entries: Map<string, Entry> = new Map();
  readonly #slots: Map<string, { readonly entry: Entry; readonly slot: number; stays: boolean }> = new Map();
  /** By course: the pod that follows it and stays, else the one that is leaving. */
  readonly #podOf: Map<number, string> = new Map();
  readonly #readers: ((pod: Pod, course: number) => void)[] = [];

  constructor(store: ObjectStore) {
    store.listen((change) => {
      if (change.kind !== 'Pod') return;
      const { before, after } = change;
      if (after === undefined) this.#gone(before!);
      else if (before === undefined) this.#come(after);
      else if (isTerminating(after) && !isTerminating(before)) this.#leaving(after);
    });
  }

  /** Told of each pod that takes up a course after it came. */
  onTakenUp(reader: (pod: Pod, course: number) => void): void {
    this.#readers.push(reader);
  }

  /** `closed`: each course is followed only from when it is opened to when it is closed, and by one pod at a time. */
  add(life: WorkloadLife, courses: 'open' | 'closed' = 'open'): void {
    const isOpen = courses === 'open';
    const followers = life.courses.map(() => (isOpen ? 0 : Infinity));
    this.#entries.set(life.name, { life, followers, waiting: [], mostFollowers: isOpen ? Infinity : 1 });
  }

  open(name: string, course: number): void {
    this.#setFollowers(name, course, 0);
  }

  /** Opens a course to whoever waits for one. */
  offer(name: string, course: number): void {
    this.open(name, course);
    const entry = this.#entries.get(name);
    if (entry !== undefined) this.#inherit(entry, entry.life.courses.indexOf(course));
  }

  /** Whoever follows it goes on with it until it is gone; nobody takes it up after. */
  close(name: string, course: number): void {
    this.#setFollowers(name, course, Infinity);
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
    const own = pod.metadata.annotations?.[COURSE];
    const least = Math.min(...entry.followers);
    if (own !== undefined) this.#follow(pod, entry, entry.life.courses.indexOf(Number(own)));
    else if (controllerOf(pod) === undefined || least >= entry.mostFollowers) entry.waiting.push(pod);
    else this.#follow(pod, entry, entry.followers.indexOf(least));
  }

  #setFollowers(name: string, course: number, followers: number): void {
    const entry = this.#entries.get(name);
    const slot = entry?.life.courses.indexOf(course) ?? -1;
    if (entry !== undefined && slot !== -1) entry.followers[slot] = followers;
  }

  #follow(pod: Pod, entry: Entry, slot: number): void {
    entry.followers[slot]! += 1;
    this.#slots.set(pod.metadata.uid, { entry, slot, stays: true });
    this.#podOf.set(entry.life.courses[slot]!, keyOf(pod.metadata));
  }

  #leaving(pod: Pod): void {
    this.#waitNoMore(pod);
    const held = this.#slots.get(pod.metadata.uid);
    if (held === undefined || !held.stays) return;
    held.stays = false;
    held.entry.followers[held.slot]! -= 1;
    if (held.entry.followers[held.slot] === 0) this.#inherit(held.entry, held.slot);
  }

  #inherit(entry: Entry, slot: number): void {
    const heir = entry.waiting.shift();
    if (heir === undefined) return;
    this.#follow(heir, entry, slot);
    for (const reader of this.#readers) reader(heir, entry.life.courses[slot]!);
  }

  #waitNoMore({ metadata }: Pod): void {
    const waiting = this.#entries.get(metadata.annotations?.[WORKLOAD] ?? '')?.waiting ?? [];
    const place = waiting.findIndex((one) => one.metadata.uid === metadata.uid);
    if (place !== -1) waiting.splice(place, 1);
  }

  #gone(pod: Pod): void {
    this.#leaving(pod);
    const held = this.#slots.get(pod.metadata.uid);
    if (held === undefined) return;
    this.#slots.delete(pod.metadata.uid);
    const course = held.entry.life.courses[held.slot]!;
    if (this.#podOf.get(course) === keyOf(pod.metadata)) this.#podOf.delete(course);
  }
}

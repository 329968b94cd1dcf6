import { BitSet } from '#base/bit-set.ts';
import { boundClassOf } from '#load/forecast/class-levels.ts';
import { Forecaster, type PodKind } from '#load/forecast/forecaster.ts';
import type { Foreseen, ForeseenPod, LoadForecast, UseAt } from '#load/forecast/foreseen-pod.ts';

type Resource = keyof LoadForecast;

/** No row yet. */
const NONE = -1;

/** How much more than ever seen a pod without a limit is thought capable of. */
const HEADROOM = 1.5;

/** What was learnt of one resource. */
export interface LearntUse {
  readonly forecaster: Forecaster;
  /** What bounds the use of an owner's pods, by owner. It only grows: what was learnt is told in shares of it. */
  readonly bounds: Map<string, number>;
}

export type LearntUses = Readonly<Record<Resource, LearntUse>>;

/** Learns what pods use as it is measured, and says what to expect of them. The order of pods is no matter. */
export class ForecastKeeper {
  readonly #learners: Readonly<Record<Resource, Learner>>;

  constructor({ cpuCores, memoryBytes }: LearntUses = { cpuCores: nothing(), memoryBytes: nothing() }) {
    this.#learners = {
      cpuCores: new Learner('cpuCores', cpuCores),
      memoryBytes: new Learner('memoryBytes', memoryBytes),
    };
  }

  /** All that was learnt, as it is now; lent until more is. */
  get learnt(): LearntUses {
    return { cpuCores: this.#learners.cpuCores.learnt, memoryBytes: this.#learners.memoryBytes.learnt };
  }

  /** When any use was first known; infinity before. */
  get since(): number {
    const known = Object.values(this.learnt).map(({ forecaster }) => forecaster.since);
    return Math.min(Infinity, ...known.filter((at) => !Number.isNaN(at)));
  }

  /** When the last step that was learnt began; minus infinity before. */
  get until(): number {
    const begun = Object.values(this.learnt).map(
      ({ forecaster: { state, options } }) => state.lastStep * options.stepMs,
    );
    return Math.max(...begun);
  }

  /**
   * Another that has learnt the same, and goes its own way from here. It takes over the columns of `spent`: what that one
   * foretold may not be read any more.
   */
  copy(spent?: ForecastKeeper): ForecastKeeper {
    const { cpuCores, memoryBytes } = this.learnt;
    return new ForecastKeeper({
      cpuCores: copyOf(cpuCores, spent?.learnt.cpuCores),
      memoryBytes: copyOf(memoryBytes, spent?.learnt.memoryBytes),
    });
  }

  /** Takes in the past of these pods, oldest first; from now on there are these and no others. */
  learn(pods: readonly ForeseenPod[], past: readonly UseAt[]): void {
    const crew = crewOf(pods);
    for (const learner of Object.values(this.#learners)) learner.learn(crew, past);
  }

  forecast(now: number): LoadForecast {
    return { cpuCores: this.#learners.cpuCores.foreseen(now), memoryBytes: this.#learners.memoryBytes.foreseen(now) };
  }
}

const nothing = (): LearntUse => ({ forecaster: new Forecaster(), bounds: new Map() });

const copyOf = ({ forecaster, bounds }: LearntUse, spent: LearntUse | undefined): LearntUse => ({
  forecaster: forecaster.copy(spent?.forecaster),
  bounds: new Map(bounds),
});

/** One resource. */
class Learner {
  readonly #resource: Resource;
  readonly #forecaster: Forecaster;
  readonly #bounds: Map<string, number>;

  constructor(resource: Resource, { forecaster, bounds }: LearntUse) {
    this.#resource = resource;
    this.#forecaster = forecaster;
    this.#bounds = bounds;
  }

  get learnt(): LearntUse {
    return { forecaster: this.#forecaster, bounds: this.#bounds };
  }

  learn(crew: Crew, past: readonly UseAt[]): void {
    const bounds = this.#widen(crew, past);
    const rows = this.#rowsOf(crew, bounds);
    for (const step of past) {
      const use = new Float64Array(this.#forecaster.podCount).fill(Number.NaN);
      for (let at = 0; at < rows.length; at++) use[rows[at]!] = step[this.#resource][at] ?? Number.NaN;
      this.#forecaster.observe(step.at, use);
    }
  }

  foreseen(now: number): Foreseen {
    const { podRows } = this.#forecaster;
    return { outlook: this.#forecaster.outlook(now), rowOf: (uid) => podRows.get(uid) };
  }

  /** The row of each pod, from now on; pods that are not among these are there no more. */
  #rowsOf(crew: Crew, bounds: Float64Array): Int32Array {
    const { pods, owners, ownerOf, speakers } = crew;
    const forecaster = this.#forecaster;
    const rows = Int32Array.from(pods, ({ uid }) => forecaster.podRows.get(uid) ?? NONE);
    this.#retireAllBut(rows);
    for (const at of this.#newAmong(crew, rows)) {
      const { uid, owner } = pods[at]!;
      rows[at] = forecaster.enrol({ key: uid, owner, ...this.#kindOf(pods[at]!, bounds[ownerOf[at]!]!) });
    }
    const ownerRows = owners.map((owner) => forecaster.ownerRow(owner));
    for (let at = 0; at < rows.length; at++)
      forecaster.describePod(rows[at]!, ownerRows[ownerOf[at]!]!, this.#kindOf(pods[at]!, bounds[ownerOf[at]!]!));
    for (const [ordinal, at] of speakers.entries())
      forecaster.describeOwner(ownerRows[ordinal]!, this.#kindOf(pods[at]!, bounds[ordinal]!));
    return rows;
  }

  #retireAllBut(rows: Int32Array): void {
    const isAlive = new BitSet(this.#forecaster.podCount);
    for (const row of rows) if (row !== NONE) isAlive.add(row);
    for (const [uid, row] of this.#forecaster.podRows) if (!isAlive.has(row)) this.#forecaster.retire(uid);
  }

  /** Places of those that will take a row, or their owner will: by uid, for the order of pods is no matter. */
  #newAmong({ pods, owners, ownerOf }: Crew, rows: Int32Array): readonly number[] {
    const { ownerRows } = this.#forecaster;
    const isNewOwner = owners.map((owner) => !ownerRows.has(owner));
    const places: number[] = [];
    for (let at = 0; at < rows.length; at++) if (rows[at] === NONE || isNewOwner[ownerOf[at]!]) places.push(at);
    return places.toSorted((a, b) => (pods[a]!.uid < pods[b]!.uid ? -1 : 1));
  }

  #kindOf({ requests, limits, startedAt }: ForeseenPod, scale: number): PodKind {
    const request = requests[this.#resource];
    return { scale, request, bound: boundClassOf(request, limits[this.#resource]), startedAt };
  }

  /** By owner: their limit; without one, what they ask for, and more than they ever used. */
  #widen({ pods, owners, ownerOf }: Crew, past: readonly UseAt[]): Float64Array {
    const alive = new Set(owners);
    // as long as an owner is remembered, so is what its past is told in
    const isForgotten = (owner: string): boolean => !alive.has(owner) && !this.#forecaster.ownerRows.has(owner);
    for (const owner of this.#bounds.keys()) if (isForgotten(owner)) this.#bounds.delete(owner);
    const before = Float64Array.from(owners, (owner) => this.#bounds.get(owner) ?? 0);
    const bounds = before.slice();
    pods.forEach(({ requests, limits }, at) => {
      const ordinal = ownerOf[at]!;
      let seen = 0;
      for (const step of past) if (step[this.#resource][at]! > seen) seen = step[this.#resource][at]!;
      const beyond = seen > before[ordinal]! ? HEADROOM * seen : 0;
      const most = limits[this.#resource] ?? Math.max(requests[this.#resource], beyond);
      bounds[ordinal] = Math.max(bounds[ordinal]!, most, seen);
    });
    const wider = new Map<string, number>();
    for (const [ordinal, owner] of owners.entries()) {
      const [was, is] = [before[ordinal]!, bounds[ordinal]!];
      this.#bounds.set(owner, is);
      if (was > 0 && is > was) wider.set(owner, is / was);
    }
    this.#forecaster.rescale(wider);
    return bounds;
  }
}

/** Pods, and their owners: each once, in the order of their first pods. */
interface Crew {
  readonly pods: readonly ForeseenPod[];
  readonly owners: readonly string[];
  /** By pod, its owner's place. */
  readonly ownerOf: Int32Array;
  /** By owner, the place of the pod that its template is known by: the last by uid, for the order of pods is no matter. */
  readonly speakers: readonly number[];
}

function crewOf(pods: readonly ForeseenPod[]): Crew {
  const places = new Map<string, number>();
  const speakers: number[] = [];
  const ownerOf = Int32Array.from(pods, ({ owner, uid }, at) => {
    const known = places.get(owner);
    if (known === undefined) {
      places.set(owner, speakers.length);
      return speakers.push(at) - 1;
    }
    if (uid > pods[speakers[known]!]!.uid) speakers[known] = at;
    return known;
  });
  return { pods, owners: [...places.keys()], ownerOf, speakers };
}

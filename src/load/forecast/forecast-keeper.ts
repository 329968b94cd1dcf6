import { boundClassOf } from '#load/forecast/class-levels.ts';
import { Forecaster } from '#load/forecast/forecaster.ts';
import type { Foreseen, ForeseenPod, LoadForecast, UseAt } from '#load/forecast/foreseen-pod.ts';

type Resource = keyof LoadForecast;

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

  /** Another that has learnt the same, and goes its own way from here. */
  copy(): ForecastKeeper {
    const { cpuCores, memoryBytes } = this.learnt;
    return new ForecastKeeper({ cpuCores: copyOf(cpuCores), memoryBytes: copyOf(memoryBytes) });
  }

  /** Takes in the past of these pods, oldest first; from now on there are these and no others. */
  learn(pods: readonly ForeseenPod[], past: readonly UseAt[]): void {
    for (const learner of Object.values(this.#learners)) learner.learn(pods, past);
  }

  forecast(now: number): LoadForecast {
    return { cpuCores: this.#learners.cpuCores.foreseen(now), memoryBytes: this.#learners.memoryBytes.foreseen(now) };
  }
}

const nothing = (): LearntUse => ({ forecaster: new Forecaster(), bounds: new Map() });

const copyOf = ({ forecaster, bounds }: LearntUse): LearntUse => ({
  forecaster: forecaster.copy(),
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

  learn(pods: readonly ForeseenPod[], past: readonly UseAt[]): void {
    const order = pods.map((_, at) => at).toSorted((a, b) => (pods[a]!.uid < pods[b]!.uid ? -1 : 1));
    this.#widen(pods, past);
    const alive = new Set(pods.map(({ uid }) => uid));
    for (const uid of this.#forecaster.podRows.keys()) if (!alive.has(uid)) this.#forecaster.retire(uid);
    const rows = order.map((at) => {
      const { uid, owner, requests, limits, startedAt } = pods[at]!;
      const scale = this.#bounds.get(owner)!;
      const request = requests[this.#resource];
      const bound = boundClassOf(request, limits[this.#resource]);
      return this.#forecaster.enrol({ key: uid, owner, scale, request, bound, startedAt });
    });
    for (const step of past) {
      const use = new Float64Array(this.#forecaster.podCount).fill(Number.NaN);
      order.forEach((at, place) => (use[rows[place]!] = step[this.#resource][at] ?? Number.NaN));
      this.#forecaster.observe(step.at, use);
    }
  }

  foreseen(now: number): Foreseen {
    const { podRows } = this.#forecaster;
    return { outlook: this.#forecaster.outlook(now), rowOf: (uid) => podRows.get(uid) };
  }

  /** Their limit; without one, what they ask for, and more than they ever used. */
  #widen(pods: readonly ForeseenPod[], past: readonly UseAt[]): void {
    const owners = new Set(pods.map(({ owner }) => owner));
    // as long as an owner is remembered, so is what its past is told in
    const isForgotten = (owner: string): boolean => !owners.has(owner) && !this.#forecaster.ownerRows.has(owner);
    for (const owner of this.#bounds.keys()) if (isForgotten(owner)) this.#bounds.delete(owner);
    const before = new Map(this.#bounds);
    pods.forEach(({ owner, requests, limits }, at) => {
      const known = before.get(owner) ?? 0;
      let seen = 0;
      for (const step of past) if (step[this.#resource][at]! > seen) seen = step[this.#resource][at]!;
      const most = limits[this.#resource] ?? Math.max(requests[this.#resource], seen > known ? HEADROOM * seen : 0);
      this.#bounds.set(owner, Math.max(this.#bounds.get(owner) ?? 0, most, seen));
    });
    const wider = [...before].flatMap(([owner, was]) => {
      const is = this.#bounds.get(owner) ?? was;
      return was > 0 && is > was ? [[owner, is / was] as const] : [];
    });
    this.#forecaster.rescale(new Map(wider));
  }
}

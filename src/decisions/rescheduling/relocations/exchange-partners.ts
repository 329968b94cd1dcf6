import { NOBODY } from './load-table.ts';
import type { PlanState } from './plan-state.ts';

/** How much a node's risk falls if a pod leaves and none comes: more than that no exchange can bring. */
export class Reliefs {
  readonly #state: PlanState;
  readonly #known = new Map<number, number>();

  constructor(state: PlanState) {
    this.#state = state;
  }

  of(pod: number): number {
    let relief = this.#known.get(pod);
    if (relief === undefined) {
      const node = this.#state.node[pod]!;
      relief = this.#state.risk(node) - this.#state.riskAfter(node, pod, NOBODY, Number.POSITIVE_INFINITY);
      this.#known.set(pod, relief);
    }
    return relief;
  }
}

/** Which partners are worth weighing: by what an exchange changes to the first order. */
export class Partners {
  readonly #state: PlanState;
  readonly #known = new Map<number, readonly Float64Array[]>();

  constructor(state: PlanState) {
    this.#state = state;
  }

  /** The pods of a node that would ease both nodes most in this pod's place, the best first. */
  of(pod: number, to: number): readonly number[] {
    const state = this.#state;
    const [here, there] = [this.#steepnessOf(state.node[pod]!), this.#steepnessOf(to)];
    const eased = state.podsOn[to]!.filter(
      (other) => state.mayGo(other) && state.ownerOf(other) !== state.ownerOf(pod),
    ).map((other) => ({ other, gain: state.eases(here, there, pod, other) }));
    return eased
      .filter(({ gain }) => gain > 0)
      .toSorted((a, b) => b.gain - a.gain || a.other - b.other)
      .slice(0, state.options.swapPartners)
      .map(({ other }) => other);
  }

  #steepnessOf(node: number): readonly Float64Array[] {
    let steepness = this.#known.get(node);
    if (steepness === undefined) {
      steepness = this.#state.steepness(node);
      this.#known.set(node, steepness);
    }
    return steepness;
  }
}

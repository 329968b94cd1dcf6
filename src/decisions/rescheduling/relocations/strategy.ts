/** What is sought in a target, of those that pay. */
export type Strategy = 'least_loaded' | 'balanced' | 'fewest_moves' | 'binpack';

/** How a strategy bends the choice; what pays nothing is never chosen by any. */
export interface Taste {
  /**
   * What a target that the pod fills to its line is liked for, in prices of an eviction; below 0 the emptier is liked. Of
   * two targets the riskier is taken if it is riskier by less than that.
   */
  readonly fullness: number;
  /** How many times dearer an eviction is. */
  readonly price: number;
  /** Which targets are looked at first. */
  readonly first: 'coolest' | 'fullest';
}

export const tastes: Readonly<Record<Strategy, Taste>> = {
  // risk rises with load: the least risky is the coolest
  least_loaded: { fullness: 0, price: 1, first: 'coolest' },
  balanced: { fullness: -1, price: 1, first: 'coolest' },
  fewest_moves: { fullness: 0, price: 3, first: 'coolest' },
  binpack: { fullness: 1, price: 1, first: 'fullest' },
};

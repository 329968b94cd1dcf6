import type { Strategy } from './strategy.ts';

/** How moves are weighed. One setting serves all clusters. */
export interface RelocationOptions {
  readonly strategy: Strategy;
  /** What an eviction costs, in overload minutes of a node. */
  readonly priceMinutes: number;
  /** How many times dearer, besides, where nothing has been learnt yet: information is worth waiting for. */
  readonly youngFactor: number;
  readonly youngHours: number;
  /** How much more a full node weighs than one above its line. */
  readonly fullWeight: number;
  /** What deviations are widened by; 1 takes forecasts at their word. */
  readonly caution: number;
  /** Blocks of a week after which owners are half believed to rise and fall together as they did. */
  readonly togetherBlocks: number;
  /** How many of the last five passes must foretell that a node will be hot before pods leave it. */
  readonly foretoldPasses: number;
  /** Whether a pod may only go where the node stays under its line with it, and to no node that is hot. */
  readonly targetsStayCool: boolean;
  /** Slots that one plan may weigh. */
  readonly work: number;
  /** Riskiest nodes for which exchanges are sought. */
  readonly swapNodes: number;
  /** Of each target, the most promising pods that are weighed as partners. */
  readonly swapPartners: number;
  /** Least risky nodes that are weighed for a partner that does not go back where the pod came from. */
  readonly chainTargets: number;
  /** Riskiest nodes for which moves are sought that pay together, how many moves, and their least risky targets. */
  readonly bundleNodes: number;
  readonly bundleMoves: number;
  readonly bundleTargets: number;
  /** Least risky targets that are weighed for each pod. */
  readonly targets: number;
}

export const relocationDefaults: RelocationOptions = {
  strategy: 'least_loaded',
  priceMinutes: 8,
  youngFactor: 2,
  youngHours: 24,
  fullWeight: 16,
  caution: 1,
  togetherBlocks: 24,
  foretoldPasses: 3,
  targetsStayCool: true,
  work: 20_000_000,
  swapNodes: 2,
  swapPartners: 8,
  chainTargets: 8,
  bundleNodes: 3,
  bundleMoves: 4,
  bundleTargets: 8,
  targets: 64,
};

/** What a source writes a number in. `ratio` is 0..1, `percent` 0..100. */
export type Unit = 'ratio' | 'percent' | 'cores' | 'bytes' | 'milliseconds' | 'count';

/** What a reading is kept in: percents become ratios, and so does a quantity that is divided by a denominator. */
export type Measure = Exclude<Unit, 'percent'>;

/**
 * What cores, bytes and counts of a signal are divided by: one declared thing, the same for every source, so that
 * changing the source cannot flip a verdict. A ratio or percent comes divided already, by what stands here.
 */
export type Denominator = 'none' | 'capacity-cpu' | 'capacity-memory' | 'allocatable-cpu' | 'allocatable-memory';

/**
 * What several series of one node become.
 * `newest` takes the newest sample, and of equally new ones the largest: seeing a node hotter than it is costs less than
 * not seeing it. `refuse` calls two that differ ambiguous.
 */
export type DuplicateRule = 'newest' | 'max' | 'min' | 'mean' | 'refuse';

/** How series of a signal belong to nodes: by the node itself, or by the pod they speak of and the node it runs on. */
export type Join = 'node' | 'pod';

/** How far a value must move to be published again: an amount of its measure, or a share of what was published. */
export interface Step {
  readonly kind: 'amount' | 'share';
  readonly by: number;
}

/**
 * By what a pod's part in a signal is reckoned that is measured of nodes alone: by its share of the cores or of the memory
 * in use there. `waiting` is for tasks that run or wait to: by cores, and only where those are what they wait for.
 */
export type ShareRule = 'cpu' | 'memory' | 'waiting';

/** One thing measured on every node. Levels and range are in the signal's measure. */
export interface SignalSpec {
  /** Also the end of its annotation's key. */
  readonly name: string;
  /** What its query gives; a source that counts in something else says so with its answer. */
  readonly unit: Unit;
  readonly denominator: Denominator;
  readonly join: Join;
  readonly duplicates: DuplicateRule;
  /** A sample above it, not at it, counts as hot. */
  readonly threshold: number;
  /** A sample below it counts as cool; never above the threshold. */
  readonly release: number;
  /** What a true value can be; anything outside is a fault of the source. */
  readonly least: number;
  readonly most: number;
  readonly step: Step;
  /** Absent where nobody knows what of it would leave with a pod. */
  readonly share?: ShareRule | undefined;
  /** Whether a node without it counts as unseen. */
  readonly essential: boolean;
}

/** What readings of a unit are kept in under a denominator. */
export function measureOf(unit: Unit, denominator: Denominator): Measure {
  switch (unit) {
    case 'ratio':
    case 'percent':
      return 'ratio';
    case 'milliseconds':
      return 'milliseconds';
    case 'cores':
    case 'bytes':
    case 'count':
      return denominator === 'none' ? unit : 'ratio';
  }
}

/** The level below which a signal is cool again: its line minus a share of it. */
export function releaseOf(threshold: number, coolMargin: number): number {
  return threshold - threshold * coolMargin;
}

/** A node as a recording knows it. */
export interface RecordedNode {
  readonly name: string;
  /** Cores, of all and of what pods may ask for. */
  readonly capacity: number;
  readonly allocatable: number;
  /** Nodes of one pool turn nobody away that another of them takes. */
  readonly pool: string;
  /** In at least half of the looks: where pods may go. */
  readonly isLasting: boolean;
  /** Cores in use by step, by the node's own measure; NaN where unknown. */
  readonly used: Float64Array;
  /** Bytes in use by step, likewise. */
  readonly held: Float64Array;
}

/** A pod that ran on a node, and what took its place after it was moved. */
export interface RecordedPod {
  readonly uid: string;
  readonly node: string;
  /** Its topmost owner, or itself. */
  readonly owner: string;
  /** Cores. */
  readonly request: number;
  /** Cores; absent where some container has none. */
  readonly limit: number | undefined;
  /** It never leaves its node alive: a daemon, a static pod, one that nobody would make again. */
  readonly isPinned: boolean;
  /** The steps it is there, the last not included. */
  readonly from: number;
  readonly until: number;
  /** Itself and those that took its place, where they ran, and from which step on. */
  readonly stays: readonly { readonly uid: string; readonly node: string; readonly from: number }[];
  /** Cores in use by step; NaN where unknown. */
  readonly used: Float64Array;
  /** Bytes in use by step, likewise. */
  readonly held: Float64Array;
}

/** What was recorded of a cluster, in steps of one length. */
export interface RecordedHistory {
  /** When the first step begins, in milliseconds since the Unix epoch. */
  readonly fromMs: number;
  readonly stepMs: number;
  readonly steps: number;
  readonly nodes: readonly RecordedNode[];
  readonly pods: readonly RecordedPod[];
}

/** Gaps are filled with what was last known, those at the beginning with what was known first; false where nothing is. */
export function fillGaps(values: Float64Array, from: number, until: number): boolean {
  const first = values.subarray(from, until).findIndex((value) => !Number.isNaN(value));
  if (first < 0) return false;
  let known = values[from + first]!;
  for (let step = from; step < until; step++) {
    if (Number.isNaN(values[step])) values[step] = known;
    else known = values[step]!;
  }
  return true;
}

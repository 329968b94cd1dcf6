/** What a node is expected to bear of one resource, as shares of its capacity. */
export interface ExpectedLoad {
  readonly resource: string;
  /** In the hour that has begun, and in the worst of the horizon. */
  readonly now: number;
  readonly peak: number;
  /** Minutes above the line within the horizon, weighed by their chance; those of a full node as often as it weighs more. */
  readonly riskMinutes: number;
}

/** One eviction, and where the pod goes. */
export interface PlannedMove {
  readonly pod: number;
  readonly from: number;
  readonly to: number;
  /** The pod that its place is for. */
  readonly makesRoomFor?: number;
}

/** Pods that move together or not at all, and what it is worth in weighed overload minutes. */
export interface Relocation {
  /** In the order in which they can be made. */
  readonly moves: readonly PlannedMove[];
  readonly avoids: number;
  readonly price: number;
  /** What the strategy likes about its targets, in the same minutes. */
  readonly liking?: number;
  /** Moves that belong to it and must wait for later passes; what it avoids, it avoids with them. */
  readonly follow?: readonly PlannedMove[];
}

/** A node that a relocation touches, by resource, and what the relocation changes there. */
export interface NodeChange {
  readonly node: number;
  readonly before: readonly ExpectedLoad[];
  readonly after: readonly ExpectedLoad[];
}

/** Pods that move together or not at all. */
export interface PlannedRelocation {
  readonly moves: readonly PlannedMove[];
  /** Moves that must follow in later passes for this to have been worth it. */
  readonly follow: readonly PlannedMove[];
  /** Weighed overload minutes that are avoided within the horizon, and what all its evictions are priced at. */
  readonly avoidsMinutes: number;
  readonly priceMinutes: number;
  /** Each node once. */
  readonly changes: readonly NodeChange[];
}

/** Why a pod on a node at risk stays where it is. */
export type Stay =
  | { readonly kind: 'unmovable' }
  | { readonly kind: 'resting' }
  /** Its owner or its node has as many moves in flight as it may. */
  | { readonly kind: 'in-flight' }
  /** Whatever leaves, its node stays above its line, at that share: what cannot leave keeps it there. */
  | { readonly kind: 'immovable-load'; readonly resource: string; readonly load: number }
  | { readonly kind: 'no-feasible-target' }
  | { readonly kind: 'no-room' }
  /** The best target would not take it and stay under its own line: by the shared signal that is named, else by a resource. */
  | { readonly kind: 'heats-target'; readonly to: number; readonly load: number; readonly signal?: string }
  | {
      readonly kind: 'not-worth-it';
      readonly to: number;
      readonly avoidsMinutes: number;
      readonly priceMinutes: number;
    };

/** What became of a node whose risk is worth an eviction. */
export type NodeOutcome =
  | 'relieved'
  | 'improved'
  /** Neither hot, nor foretold to be in enough passes. */
  | 'not-yet'
  | 'all-hot'
  /** Pods that cannot leave, and what is no pod, keep it above its line alone. */
  | 'immovable-load'
  | 'budget-spent'
  | 'work-spent'
  | 'nothing-helps';

/** A node at risk after the plan, and why each of its pods stays. */
export interface NodeReason {
  readonly node: number;
  readonly riskBefore: number;
  readonly riskAfter: number;
  readonly outcome: NodeOutcome;
  readonly stays: readonly { readonly pod: number; readonly because: Stay }[];
}

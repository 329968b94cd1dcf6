import type { ShareRule } from '#load/signals/signal.ts';
import type { Outlook } from '#load/forecast/outlook.ts';

/**
 * All that a plan rests on, in columns: rows of nodes and of pods, in an order of their own (by name, by uid), for of
 * equals the lower row is taken.
 */
export interface RelocationProblem {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly nodes: NodeColumns;
  readonly pods: PodColumns;
  /** What may make a node hot. A plan lowers the risk of one and never raises that of another. */
  readonly resources: readonly ResourceColumns[];
  /** What may make a node hot besides, shared out among its pods by what they use: no move brings a node over these lines. */
  readonly shared?: readonly SharedColumns[];
  /** Whether constraints other than requests let a pod go to a node: taints, affinity, volumes, ports, spread, rules. */
  readonly isFeasible: (pod: number, node: number) => boolean;
  readonly memory: MoveMemory;
  readonly budgets: MoveBudgets;
}

export interface NodeColumns {
  readonly count: number;
  /** 1 where the node is hot by what was measured of a resource, N samples of M. */
  readonly isHot: Uint8Array;
  /** The last passes, a bit each, the newest lowest: whether the forecast said that the node would be hot. */
  readonly foretold: Uint8Array;
  /** 1 where pods may come: ready, seen, neither cordoned nor on its way out, nor hot by what is no resource of the problem. */
  readonly mayReceive: Uint8Array;
}

export interface PodColumns {
  readonly count: number;
  /** The node of each; -1 where it is on none. */
  readonly node: Int32Array;
  /** Pods of one owner share its budget. */
  readonly owner: Int32Array;
  /** Whether nothing forbids moving it but what this plan judges itself; asked of few, for to know it is dear. */
  readonly isMovable: (pod: number) => boolean;
}

export interface ResourceColumns {
  readonly name: string;
  /** By node, in the resource's unit: what use is held against, and what requests are. */
  readonly capacity: Float64Array;
  readonly allocatable: Float64Array;
  /** The share of capacity that a node must stay below. */
  readonly line: number;
  /** By pod. */
  readonly request: Float64Array;
  readonly outlook: Outlook;
  /** The pod's row in the outlook. */
  readonly row: Int32Array;
  /** By node: what runs there and is no pod of this problem. */
  readonly otherUse?: Float64Array;
}

/** A signal that is measured of nodes alone. Nothing is foreseen of it. */
export interface SharedColumns {
  readonly name: string;
  readonly share: ShareRule;
  /** By node, in the signal's unit: what its value is a share of, and what it bears; NaN where nobody knows. */
  readonly capacity: Float64Array;
  readonly level: Float64Array;
  /** The shares of capacity that a node must stay below, and must fall to before it is cool again. */
  readonly line: number;
  readonly release: number;
  /** By node: 1 where it is hot by this signal, N samples of M. */
  readonly isHot: Uint8Array;
  /** By pod, in the signal's unit: what goes with it; NaN where nobody knows. */
  readonly part: Float64Array;
}

/** What is remembered of earlier moves. */
export interface MoveMemory {
  /** How much dearer a pod's earlier moves make another, 1 where it had none. */
  readonly dearness: (pod: number) => number;
  /** Whether a pod must rest. */
  readonly isResting: (pod: number) => boolean;
  /** Whether it left this node not long ago. */
  readonly leftLately: (pod: number, node: number) => boolean;
  /** Whether a pod left this node so lately that it may still count as hot for what was measured before. */
  readonly wasRelieved: (node: number) => boolean;
}

/** How many moves may begin now, those in flight taken off. */
export interface MoveBudgets {
  readonly moves: number;
  readonly perOwner: number;
  readonly perNode: number;
  /** In flight already. */
  readonly inFlightOfOwner: (owner: number) => number;
  readonly inFlightOfNode: (node: number) => number;
}

import type { NodeAnswer } from './node-answer.ts';
import type { NodeRescheduling } from './node-rescheduling.ts';
import type { NodeLoad } from '#views/top/node-rows.ts';
import type { ShownReading } from '#views/shown-reading.ts';

/** One resource of a node: cpu in milli, all else in whole units. */
export interface NodeResource {
  readonly resource: string;
  readonly requested: number;
  readonly allocatable: number;
  readonly free: number;
  /** Null where nobody measures it, or nobody was heard. */
  readonly used: number | null;
}

/** What keeps pods off, whoever they are. */
export interface Blocker {
  readonly kind: 'cordoned' | 'taint' | 'condition' | 'full' | 'unreadable';
  readonly text: string;
}

export interface PodOnNode {
  readonly namespace: string;
  readonly name: string;
  readonly priority: number;
  readonly terminating: boolean;
  readonly owner: string | null;
  readonly cpuMilli: number;
  readonly memoryBytes: number;
  /** In cores and bytes; nothing where no source of load was asked. */
  readonly used: { readonly cpuCores: ShownReading; readonly memoryBytes: ShownReading } | null;
}

/** A pod without a node, and what this one says to it. */
export interface PendingPod {
  readonly namespace: string;
  readonly name: string;
  readonly answer: NodeAnswer;
}

/** What lies on a node, and what keeps more from coming: plain values, ready to be JSON. */
export interface NodeExplanation {
  /** What the rescheduler would do about it now; null where no source of load was heard. */
  readonly rescheduler: NodeRescheduling | null;
  readonly node: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly ready: boolean;
  readonly podCount: number;
  readonly podLimit: number;
  readonly resources: readonly NodeResource[];
  readonly blockers: readonly Blocker[];
  /** The largest requests first. */
  readonly pods: readonly PodOnNode[];
  readonly pending: readonly PendingPod[];
  /** Pending pods that were not asked about: there were too many. */
  readonly pendingUnasked: number;
  /** How hard it works; null where no source of load was asked. */
  readonly load: NodeLoad | null;
  readonly dialect: { readonly minor: string; readonly known: boolean };
}

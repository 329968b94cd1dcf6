import type { LivePod } from '#load/gathering/gather-pods.ts';
import type { LiveNode } from '#load/live-node.ts';
import type { NodeOfPod } from '#load/gathering/node-index.ts';

/** A node alive now, and what stands on it of ours. */
export interface RosterNode extends LiveNode {
  /** Milliseconds since the Unix epoch: what was measured earlier belongs to another node of this name. */
  readonly createdAt: number;
  /** Our annotations as they stand, whatever is in them. */
  readonly marks: Readonly<Record<string, string>>;
  /** Since when they are known to stand so, by our own clock. */
  readonly marksSince: number;
}

/** A pod that runs, or is about to, on a node. */
export interface RosterPod extends LivePod {
  readonly nodeName: string;
}

/** How well one kind of object is followed. */
export interface RosterAge {
  readonly kind: string;
  /** When the world was last heard to agree, in milliseconds since the Unix epoch. */
  readonly heardAt: number | 'never';
}

/** Who is in the cluster: as much of its nodes and pods as load needs, as it was last heard. */
export interface ClusterRoster {
  readonly nodes: readonly RosterNode[];
  readonly pods: readonly RosterPod[];
  readonly nodeOfPod: NodeOfPod;
  readonly ages: readonly RosterAge[];
  /** Resolves once everything that exists has been told; rejects with the signal's reason when aborted first. */
  whenComplete(signal: AbortSignal): Promise<void>;
}

import type { Fault } from '#base/fault.ts';
import type { ClusterEvent, ClusterKind } from '#cluster/cluster-event.ts';

/** How well one kind of object is known. */
export interface KindStanding {
  readonly kind: ClusterKind;
  /**
   * `whole`: everything that existed at some time has been told. `partial`: not yet, or no more since a fault.
   * `not-served`, `forbidden`: nothing is told of it, for the cluster has no such kind or we may not read it.
   */
  readonly completeness: 'whole' | 'partial' | 'not-served' | 'forbidden';
  /** When the world was last heard to agree, in milliseconds since the Unix epoch. */
  readonly heardAt: number | 'never';
  readonly objects: number;
  /** Why it is not whole, where somebody said so. */
  readonly fault?: Fault;
}

/** What is told: each event in order, and once, when everything that can be told has been, that it is so. */
export interface ClusterListener {
  told(event: ClusterEvent): void;
  inSync(): void;
}

/**
 * Tells what is in a cluster: first all there is, in any order of kinds, then what changes. A kind that cannot be read
 * keeps nobody waiting: its standing says so, and it is told as soon as it can be.
 */
export interface ClusterSource {
  /** One for each kind, at any time. */
  readonly standings: readonly KindStanding[];
  /** Tells until the signal, or until there is no more to tell. One run at a time. */
  run(listener: ClusterListener, signal: AbortSignal): Promise<void>;
}

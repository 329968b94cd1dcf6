import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { Movability } from '#decisions/rescheduling/movability/movability.ts';
import type { WorkloadNow } from '#decisions/rescheduling/movability/workload-now.ts';
import type { LikelyLanding } from './likely-landing.ts';
import type { SurgeChance } from './surge/surge-chance.ts';

/** A pod as it is now, as far as a move looks at it. Instants are milliseconds since the Unix epoch. */
export interface PodNow {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** Absent while it waits for one. */
  readonly node?: string | undefined;
  readonly isReady: boolean;
  /** By the API server's clock, in whole seconds. */
  readonly createdAt: number;
  /** Told to go, and to be gone by then. */
  readonly goneBy?: number | undefined;
  /** As written; absent where nothing is. */
  readonly deletionCost?: string | undefined;
}

/** A pod that carries our mark: the one started in advance. */
export interface CloneNow extends PodNow {
  /** The workload took it for its own: from then on it is not ours. */
  readonly isAdopted: boolean;
}

/** How hard a node works, and what the debounced verdict on it is. */
export interface NodeLoad {
  /** Held for a while when nothing new is heard. */
  readonly verdict: 'hot' | 'cool' | 'unknown';
  /** Its essential signals are known, and fresh. */
  readonly isSeen: boolean;
  /** Ratios by signal, as annotations write them. */
  readonly ratios: StringMap;
}

/** All that a migration depends on, as it is now. What cannot be seen is absent, never guessed. */
export interface MigrationView {
  /** The very pod, by uid; absent once it is gone, whoever bears its name now. */
  readonly pod: PodNow | undefined;
  /** Absent where the workload is gone. */
  readonly workload: WorkloadNow | undefined;
  /** The other pods of the same owner and revision; those that ended do not count. */
  readonly siblings: readonly PodNow[];
  /** The pod that carries this migration's mark. */
  readonly clone: CloneNow | undefined;
  /** Of the pod; without meaning once it is gone. */
  readonly movability: Movability;
  readonly surge: SurgeChance;
  /** Whether the API server serves EvictionRequests and somebody acts on them. */
  readonly requests: 'answered' | 'not-answered';
  /** Where the pod could run, and stay under the line with it; best first. */
  readonly targets: readonly string[];
  /** What eviction would come to now: asked only of those who are to be evicted. */
  readonly landing: () => LikelyLanding;
  /** What a fresh look says of the reasons of the move. It may drop a move, never change one. */
  readonly worth:
    | { readonly kind: 'holds' }
    | { readonly kind: 'dropped'; readonly reason: string; readonly message: string };
  /** Kill switch, calendar, breaker and budgets of ours. */
  readonly gate:
    | { readonly kind: 'open' }
    | { readonly kind: 'held'; readonly reason: string; readonly message: string };
  /** In mode act it is granted; in mode propose somebody has to. */
  readonly approval: 'granted' | 'awaited';
  readonly loadOf: (node: string) => NodeLoad;
}

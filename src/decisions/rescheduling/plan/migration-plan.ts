import type { WorkloadRef } from '#api/pod-migration.ts';
import type { PodKey } from '#load/gathering/pod-use.ts';
import type { Coverage, Verdict } from '#load/verdict.ts';
import type { BudgetLedger } from '#decisions/rescheduling/guards/budget-ledger.ts';
import type { MeasuredAfter } from './measured-after.ts';
import type { SignalFate } from './signal-fates.ts';
import type { ExpectedLoad, NodeOutcome, Stay } from '#decisions/rescheduling/relocations/relocation-plan.ts';

/** What a node is expected to bear before and after. */
export interface ExpectedChange {
  readonly before: readonly ExpectedLoad[];
  readonly after: readonly ExpectedLoad[];
}

/** One move that would begin now. */
export interface ProposedMove {
  readonly pod: PodKey;
  /** Its topmost owner. */
  readonly workload: WorkloadRef;
  readonly from: string;
  readonly to: string;
  /** Moves that share a number are worth it together only: of two pods one of which takes the other's place, or several off one node. */
  readonly together: number;
  /** The pod that its place is for. */
  readonly makesRoomFor?: PodKey | undefined;
  /** A whole sentence. */
  readonly reason: string;
  /** The NodeLoadRule that it is for, as `namespace/name`, where it is for one alone. */
  readonly byRule?: string | undefined;
  /** Of all that moves together: overload minutes avoided within the horizon, weighed by their chance, and the price. */
  readonly avoidsMinutes: number;
  readonly priceMinutes: number;
  readonly source: ExpectedChange;
  readonly target: ExpectedChange;
  /** What will be measured once the move shows, those before it counted in. */
  readonly measuredAfter: MeasuredAfter;
}

/** A pod that stays on a node that is hot or at risk. */
export interface StayingPod {
  readonly pod: PodKey;
  readonly kind: Stay['kind'] | 'use-unknown';
  readonly reason: string;
  /** The smallest change that would free it, where something forbids moving it. */
  readonly freedBy?: string;
}

/**
 * `blind`: too little is seen for anything to be moved. `not-foreseen`: it is hot, yet by what is expected of its pods it
 * will not stay so, or they are not the cause. Of nodes that are hot by nothing that pods are measured by: `no-share-known`:
 * nobody knows which of its pods make it hot; `signal-relieved`: moves bring all of it that can be shared out under its line;
 * `signal-stays`: they do not.
 */
export type Fate = NodeOutcome | 'blind' | 'not-foreseen' | 'no-share-known' | 'signal-relieved' | 'signal-stays';

/** What a fate rests on beside what is measured. */
export interface Foreseeing {
  /** How long use has been learnt from: whole minutes. */
  readonly learntMinutes: number;
  /** What the node is expected to bear, with the plan carried out. */
  readonly loads: readonly ExpectedLoad[];
}

/** A node that is hot, or whose risk is worth an eviction, and what becomes of it. */
export interface NodeFate {
  readonly node: string;
  readonly verdict: Verdict;
  /** The signals that make it hot. */
  readonly hotBy: readonly string[];
  /** Of these, those that are measured of nodes alone, and what becomes of each. */
  readonly hotBeyondPods: readonly SignalFate[];
  readonly outcome: Fate;
  readonly foreseen: Foreseeing;
  /** What cannot leave keeps it at that share, above its line. */
  readonly immovable?: { readonly resource: string; readonly load: number };
  /** Overload minutes expected within the horizon; null where the node is not at risk. */
  readonly riskBefore: number | null;
  readonly riskAfter: number | null;
  readonly stays: readonly StayingPod[];
}

/** What would be moved now, and why the rest is not. */
export interface MigrationPlan {
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** `blind`: too few nodes are seen for anything to be moved. */
  readonly sight: 'seeing' | 'blind';
  readonly coverage: Coverage;
  readonly neededCoverage: number;
  /** In the order in which they are to be begun. */
  readonly moves: readonly ProposedMove[];
  readonly budgets: BudgetLedger;
  /** The riskiest first. */
  readonly nodes: readonly NodeFate[];
  /** Nodes whose load is not known: nothing leaves them, and nothing goes there. */
  readonly unseen: readonly string[];
  /** By the name of a node: what `LoadedView.foretold` is to say in the next pass. */
  readonly foretold: ReadonlyMap<string, number>;
}

import type { DialectChoice } from '#api/dialect.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { ClusterKind } from '#cluster/cluster-event.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { SurgeSubject } from '#decisions/rescheduling/migration/surge/surge-chance.ts';
import type { MovabilityOptions } from '#decisions/rescheduling/movability/subject.ts';
import type { Profile } from '#decisions/scheduling/profile.ts';
import type { HouseInput } from './house-gates.ts';
import type { NodeAnswer } from './node-answer.ts';
import type { Budget } from './pod-budgets.ts';
import type { PodRescheduling } from './pod-rescheduling.ts';
import type { Recorded } from './recorded-refusal.ts';

/** How the question ends. `unmovable`: it runs, and evicting it would move it nowhere. */
export type PodOutcome = 'placeable' | 'unplaceable' | 'broken' | 'unknown' | 'unmovable' | 'ended';

/** Where a pod can go and why not elsewhere: plain values, ready to be JSON. */
export interface PodExplanation {
  readonly pod: ExplainedPod;
  /** `where`: it has no node yet. `where-else`: it runs, and the question is what if it were evicted. */
  readonly question: 'where' | 'where-else';
  readonly outcome: PodOutcome;
  /** In kube-scheduler's own words where it cannot be placed, up to what preemption adds; else what stands in the way. */
  readonly message: string | null;
  /** How many nodes gave each reason; one that gives several counts for each. */
  readonly histogram: readonly { readonly reason: string; readonly nodes: number }[];
  /** What the scheduler itself wrote into the pod's PodScheduled condition. */
  readonly recorded: Recorded | null;
  /** The node it should go to. */
  readonly best: string | null;
  /** The best first; empty where the pod is refused whatever the node. */
  readonly nodes: readonly NodeAnswer[];
  readonly nodesInCluster: number;
  readonly budgets: readonly Budget[];
  /** Whether the rescheduler may move it; null where it lies on no node. */
  readonly rescheduling: ReschedulingGates | null;
  /** What the rescheduler would make of it now; null where it lies on no node. */
  readonly rescheduler: PodRescheduling | null;
  readonly dialect: { readonly minor: string; readonly known: boolean };
}

export interface ExplainedPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly phase: string;
  readonly node: string | null;
  readonly schedulerName: string;
  readonly priority: number;
  readonly owner: string | null;
  readonly terminating: boolean;
  /** What still keeps it out of the scheduler's queue. */
  readonly gates: readonly string[];
  /** By resource, cpu in milli; null where they cannot be read. */
  readonly requests: Readonly<Record<string, number>> | null;
}

/** What the rescheduler asks of a pod before it looks at load. */
export interface ReschedulingGates {
  readonly verdict: 'movable' | 'last-resort' | 'held';
  /** What holds it, and the smallest change that would free it; null where nothing does. */
  readonly reason: string | null;
  readonly freedBy: string | null;
}

export interface ExplainPodInput {
  readonly view: ClusterView;
  readonly pod: Pod;
  readonly profile: Profile;
  readonly dialect: DialectChoice;
  /** Kinds that could not be read. */
  readonly unread: ReadonlySet<ClusterKind>;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** Which pods may be moved at all, and whether a surge may start pods for it. */
  readonly movability: MovabilityOptions;
  readonly surgeRight: SurgeSubject['right'];
  /** Absent where it was not asked for. */
  readonly house?: HouseInput | undefined;
}

import type { Pod } from '#api/kubernetes/pod.ts';
import type { Taint } from '#api/kubernetes/node.ts';
import type { BudgetNow, OwnerNow } from './workload-now.ts';

/** All that decides whether a pod may be moved, as it is now. */
export interface MovabilitySubject {
  readonly pod: Pod;
  readonly owner: OwnerNow;
  readonly budgets: readonly BudgetNow[];
  /** Of the node that it runs on; absent where the node is unknown. */
  readonly node?:
    | {
        readonly isUnschedulable: boolean;
        readonly taints: readonly Taint[];
        readonly isDeleting?: boolean;
        /** Its kubelet says that it is not, or says nothing any more. */
        readonly isUnready?: boolean;
      }
    | undefined;
  /** The one node that its volumes can be used on, where there is just one. */
  readonly pinnedTo?: string | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

export interface MovabilityOptions {
  /** A pod must have run so long: what has just started is still settling. */
  readonly minimumAgeMs: number;
  /** If any are named, only these are touched. */
  readonly includedNamespaces: readonly string[];
  /** Never touched, unless named above: the cluster's own, and ours. */
  readonly excludedNamespaces: readonly string[];
  /** Where eviction would leave a workload without a pod for a while: never, unless somebody allows it. */
  readonly downtime: 'refused' | 'allowed';
  /** What an `emptyDir` on the disk of its node is taken for; one in memory is scratch. */
  readonly emptyDir: 'data' | 'scratch';
}

export const movabilityDefaults: MovabilityOptions = {
  minimumAgeMs: 600_000,
  includedNamespaces: [],
  excludedNamespaces: ['kube-system', 'plimsoll-system'],
  downtime: 'refused',
  emptyDir: 'data',
};

/** Why a pod stays. Codes never change once released. */
export type UnmovableReason =
  | 'Leaving'
  | 'Ended'
  | 'Static'
  | 'DaemonSet'
  | 'ExcludedNamespace'
  | 'Critical'
  | 'OptedOut'
  | 'NoOwner'
  | 'NoController'
  | 'OwnerGone'
  | 'Job'
  | 'Group'
  | 'DeviceClaim'
  | 'HostPath'
  | 'LocalData'
  | 'PinnedByVolume'
  | 'NodeIsDrained'
  | 'NodeIsNotReady'
  | 'Paused'
  | 'Rolling'
  | 'ScalingIn'
  | 'NotReady'
  | 'Resizing'
  | 'TooYoung'
  | 'RuleForbids'
  | 'RuleWindows';

/** Why a pod stays where it is, and the smallest change that would free it. */
export interface Obstacle {
  readonly reason: UnmovableReason;
  readonly message: string;
  readonly freedBy: string;
  /** `now`: waiting alone may free it. */
  readonly lasts: 'now' | 'until-changed';
}

/** One thing that may keep a pod where it is. */
export type Gate = (subject: MovabilitySubject, options: MovabilityOptions) => Obstacle | undefined;

/** An obstacle that stays until somebody changes something. */
export function lasting(reason: UnmovableReason, message: string, freedBy: string): Obstacle {
  return { reason, message, freedBy, lasts: 'until-changed' };
}

/** An obstacle that may pass by itself. */
export function passing(reason: UnmovableReason, message: string, freedBy: string): Obstacle {
  return { reason, message, freedBy, lasts: 'now' };
}

import type { WorkloadRef } from '#api/pod-migration.ts';
import type { OwnerReference } from '#api/kubernetes/metadata.ts';

/** How a workload stands with regard to its own changes. */
export type Rollout =
  | 'steady'
  /** Its controller has not looked at the newest spec yet. */
  | 'unobserved'
  /** Old and new pods live side by side. */
  | 'rolling'
  | 'paused'
  /** More pods than wished: some are about to go. */
  | 'scaling-in'
  /** Its kind is unknown to us, or we may not read it. */
  | 'unknown';

/** What makes a pod again, as far as moving one depends on it. */
export interface WorkloadNow {
  /** The topmost owner: limits and cooldowns are counted by it. */
  readonly ref: WorkloadRef;
  /** The owner that stands on the pod itself. */
  readonly direct: OwnerReference;
  /** How many there should be; absent where we may not read it. */
  readonly desired?: number | undefined;
  readonly rollout: Rollout;
  /** `Recreate`: it never runs two versions at once, and may not bear two pods. */
  readonly strategy?: 'RollingUpdate' | 'Recreate' | undefined;
}

/** Who will make the pod again. Having an owner is not yet being made again. */
export type OwnerNow =
  | { readonly kind: 'none' }
  /** It has owners, and none of them is its controller. */
  | { readonly kind: 'no-controller' }
  /** Its controller is gone. */
  | { readonly kind: 'missing'; readonly reference: OwnerReference }
  | { readonly kind: 'workload'; readonly workload: WorkloadNow };

/** A disruption budget that matches the pod. */
export interface BudgetNow {
  readonly name: string;
  /** Absent until its controller has looked at it. */
  readonly disruptionsAllowed?: number | undefined;
}

import { type Mover, policyMover } from './mover.ts';
import { reschedulingPolicies } from './policies/rescheduling-policies.ts';

/** Everybody who can move pods in a world, in the order they are shown. */
export const movers: readonly Mover[] = reschedulingPolicies.map((policy) => policyMover(policy));

import { type Mover, policyMover } from './mover.ts';
import { ourRescheduler } from './our-rescheduler.ts';
import { reschedulingPolicies } from './policies/rescheduling-policies.ts';

/** Everybody who can move pods in a world, in the order they are shown: the baselines, and ours whole. */
export const movers: readonly Mover[] = [
  ...reschedulingPolicies
    .filter(({ name }) => !name.startsWith(ourRescheduler.name))
    .map((policy) => policyMover(policy)),
  ourRescheduler,
];

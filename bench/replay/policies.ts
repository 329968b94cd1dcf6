import { lowNodeUtilization, lowNodeUtilizationForms } from '#simulation/policies/low-node-utilization.ts';
import { none } from '#simulation/policies/none.ts';
import type { ReplayPolicy } from '#simulation/replay/policy.ts';

/** The policies that move pods, in the order of the table. */
export const reschedulingPolicies: readonly ReplayPolicy[] = [
  none,
  ...lowNodeUtilizationForms.map((form) => lowNodeUtilization(form)),
];

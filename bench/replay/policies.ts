import { lowNodeUtilization, lowNodeUtilizationForms } from '#simulation/policies/low-node-utilization.ts';
import { none } from '#simulation/policies/none.ts';
import type { Family } from '#simulation/replay/catalogue.ts';
import type { ReplayPolicy } from '#simulation/replay/policy.ts';

/** The policies that move pods, in the order of the table. */
const rescheduling: readonly ReplayPolicy[] = [
  none,
  ...lowNodeUtilizationForms.map((form) => lowNodeUtilization(form)),
];

/** The policies that place pods and leave them there. */
const placement: readonly ReplayPolicy[] = [none];

/** The policies that a family is about: the first is to do nothing. */
export function policiesFor(family: Family): readonly ReplayPolicy[] {
  if (family === 'placement') return placement;
  return family === 'SURF' ? [...rescheduling, ...placement.slice(1)] : rescheduling;
}

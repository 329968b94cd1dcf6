import { craneDynamic } from '#simulation/policies/crane-dynamic.ts';
import { leastAllocated } from '#simulation/policies/least-allocated.ts';
import { leastMeasuredLoad } from '#simulation/policies/least-measured-load.ts';
import { loadAware, loadRisk } from '#simulation/policies/load-risk.ts';
import { loadVariationRisk } from '#simulation/policies/load-variation-risk.ts';
import { reschedulingPolicies } from '#simulation/policies/rescheduling-policies.ts';
import { targetLoadPacking } from '#simulation/policies/target-load-packing.ts';
import type { Family } from '#simulation/replay/catalogue.ts';
import type { ReplayPolicy } from '#simulation/replay/policy.ts';

/** The policies that place pods and leave them there. */
const placement: readonly ReplayPolicy[] = [
  leastAllocated,
  leastMeasuredLoad,
  targetLoadPacking,
  loadVariationRisk,
  craneDynamic,
  loadRisk(),
  loadAware(),
];

/** The policies that a family is about. */
export function policiesFor(family: Family): readonly ReplayPolicy[] {
  if (family === 'placement') return placement;
  return family === 'SURF' ? [...reschedulingPolicies, ...placement] : reschedulingPolicies;
}

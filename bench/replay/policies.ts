import { craneDynamic } from '#simulation/policies/crane-dynamic.ts';
import { leastAllocated } from '#simulation/policies/least-allocated.ts';
import { leastMeasuredLoad } from '#simulation/policies/least-measured-load.ts';
import { loadVariationRisk } from '#simulation/policies/load-variation-risk.ts';
import { lowNodeLoad } from '#simulation/policies/low-node-load.ts';
import { lowNodeUtilization, lowNodeUtilizationForms } from '#simulation/policies/low-node-utilization.ts';
import {
  fixedThreshold,
  localRegression,
  medianAbsoluteDeviation,
  minimumMigrationTime,
} from '#simulation/policies/minimum-migration-time.ts';
import { none } from '#simulation/policies/none.ts';
import { plimsoll, plimsollUnguarded } from '#simulation/policies/plimsoll.ts';
import { tailRisk } from '#simulation/policies/tail-risk.ts';
import { targetLoadPacking } from '#simulation/policies/target-load-packing.ts';
import type { Family } from '#simulation/replay/catalogue.ts';
import type { ReplayPolicy } from '#simulation/replay/policy.ts';

/** The policies that move pods, in the order of the table. */
const rescheduling: readonly ReplayPolicy[] = [
  none,
  ...lowNodeUtilizationForms.map((form) => lowNodeUtilization(form)),
  lowNodeLoad,
  minimumMigrationTime(fixedThreshold),
  minimumMigrationTime(medianAbsoluteDeviation),
  minimumMigrationTime(localRegression),
  tailRisk,
  plimsoll(),
  plimsollUnguarded(),
];

/** The policies that place pods and leave them there. */
const placement: readonly ReplayPolicy[] = [
  leastAllocated,
  leastMeasuredLoad,
  targetLoadPacking,
  loadVariationRisk,
  craneDynamic,
];

/** The policies that a family is about. */
export function policiesFor(family: Family): readonly ReplayPolicy[] {
  if (family === 'placement') return placement;
  return family === 'SURF' ? [...rescheduling, ...placement] : rescheduling;
}

import type { ReplayPolicy } from '#simulation/replay/policy.ts';
import { lowNodeLoad } from './low-node-load.ts';
import { lowNodeUtilization, lowNodeUtilizationForms } from './low-node-utilization.ts';
import {
  fixedThreshold,
  localRegression,
  medianAbsoluteDeviation,
  minimumMigrationTime,
} from './minimum-migration-time.ts';
import { none } from './none.ts';
import { plimsoll, plimsollUnguarded } from './plimsoll.ts';
import { tailRisk } from './tail-risk.ts';

/** The policies that move pods, in the order they are shown. */
export const reschedulingPolicies: readonly ReplayPolicy[] = [
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

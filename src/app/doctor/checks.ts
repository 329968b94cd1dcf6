import { apiServer } from './checks/api-server.ts';
import { budgets } from './checks/budgets.ts';
import { metricsApi } from './checks/metrics-api.ts';
import { neighbours } from './checks/neighbours.ts';
import { prometheus } from './checks/prometheus.ts';
import { rights } from './checks/rights.ts';
import { roles } from './checks/roles.ts';
import { signals } from './checks/signals.ts';
import type { DoctorCheck } from './check.ts';

/** All checks, in the order in which their findings are told. */
export const checks: readonly DoctorCheck[] = [
  apiServer,
  rights,
  prometheus,
  metricsApi,
  signals,
  budgets,
  neighbours,
  roles,
];

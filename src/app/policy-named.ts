import { simulateFault } from '#app/simulate/faults.ts';
import { reschedulingPolicies } from '#simulation/policies/rescheduling-policies.ts';
import type { ReplayPolicy } from '#simulation/replay/policy.ts';

export function policyNamed(name: string): ReplayPolicy {
  const policy = reschedulingPolicies.find((one) => one.name === name);
  if (policy !== undefined) return policy;
  const names = reschedulingPolicies.map((one) => one.name).join(', ');
  throw simulateFault('simulate/unknown-policy', `looking for policy ${name}: there are ${names}`);
}

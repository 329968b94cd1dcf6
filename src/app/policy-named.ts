import { cliFault } from './faults.ts';

/** The policy of that name among these; a fault names them all. */
export function policyNamed<Policy extends { readonly name: string }>(
  policies: readonly Policy[],
  name: string,
): Policy {
  const policy = policies.find((one) => one.name === name);
  if (policy !== undefined) return policy;
  const names = policies.map((one) => one.name).join(', ');
  throw cliFault('cli/unknown-policy', `looking for policy ${name}: there are ${names}`);
}

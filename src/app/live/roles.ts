import { liveFault } from './faults.ts';

/** What one process may be; several at once. */
export const roles = [
  'collector',
  'rescheduler',
  'rules',
  'scheduler',
  'analyzer',
  'extender',
  'webhook',
  'apiserver',
  'dashboard',
] as const;

export type Role = (typeof roles)[number];

/** The roles that this release has. */
export const builtRoleNames: readonly ['collector', 'rescheduler'] = ['collector', 'rescheduler'];

export type BuiltRole = (typeof builtRoleNames)[number];

export function isRole(word: string): word is Role {
  return roles.some((role) => role === word);
}

/** What is wanted, each once. Throws for roles that are to come. */
export function builtRoles(wanted: readonly Role[]): readonly BuiltRole[] {
  return [...new Set(wanted)].map((role) => {
    if (isBuilt(role)) return role;
    throw liveFault('serve/role-to-come', `serving ${role}: there is no such role yet`);
  });
}

function isBuilt(role: Role): role is BuiltRole {
  return builtRoleNames.some((built) => built === role);
}

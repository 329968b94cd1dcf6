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
export type BuiltRole = Extract<Role, 'collector'>;

export function isRole(word: string): word is Role {
  return roles.some((role) => role === word);
}

/** The one role that is built so far, if it is what is wanted. Throws for those that are to come. */
export function builtRole(wanted: readonly Role[]): BuiltRole {
  const toCome = wanted.find((role) => role !== 'collector');
  if (toCome !== undefined) throw liveFault('serve/role-to-come', `serving ${toCome}: there is no such role yet`);
  return 'collector';
}

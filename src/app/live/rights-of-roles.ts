import { collectorRights } from './collector-role.ts';
import { reschedulerRights } from './rescheduler-role.ts';
import type { RoleRights } from './role-rights.ts';
import type { BuiltRole } from './roles.ts';

/** What each role needs: RBAC is generated from it, and `doctor` asks for it. */
export const rightsOfRoles: Readonly<Record<BuiltRole, RoleRights>> = {
  collector: collectorRights,
  rescheduler: reschedulerRights,
};

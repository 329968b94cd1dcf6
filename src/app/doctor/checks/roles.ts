import type { DoctorCheck } from '#app/doctor/check.ts';
import { roleLeases } from '#app/once/role-leases.ts';
import { judgeRoles } from '#views/doctor/judge-roles.ts';

/** Which roles of ours run. */
export const roles: DoctorCheck = {
  section: 'Roles',
  async examine({ client, config, clock, signal }) {
    const { namespace } = config.leadership;
    return judgeRoles({ namespace, leases: await roleLeases(client, namespace, signal), now: clock.now() });
  },
};

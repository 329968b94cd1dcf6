import type { DoctorCheck } from '#app/doctor/check.ts';
import { allOf } from '#app/doctor/listed.ts';
import { parseInstant } from '#load/instant.ts';
import { leases } from '#kube/lease/kube-lease-store.ts';
import { judgeRoles } from '#views/doctor/judge-roles.ts';

const PREFIX = 'plimsoll-';

/** Which roles of ours run. */
export const roles: DoctorCheck = {
  section: 'Roles',
  async examine({ client, config, clock, signal }) {
    const { namespace } = config.leadership;
    const found = await allOf(client, leases, { namespace, signal });
    const ours = found.flatMap(({ metadata: { name = '' }, spec }) => {
      if (!name.startsWith(PREFIX)) return [];
      const { holderIdentity, renewTime, leaseDurationSeconds = 0 } = spec;
      return [
        {
          role: name.slice(PREFIX.length),
          holder: holderIdentity === '' ? undefined : holderIdentity,
          renewedAt: parseInstant(renewTime ?? ''),
          durationMs: leaseDurationSeconds * 1000,
        },
      ];
    });
    return judgeRoles({ namespace, leases: ours, now: clock.now() });
  },
};

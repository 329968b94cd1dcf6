import { allOf } from '#app/once/all-of.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import { leases } from '#kube/lease/kube-lease-store.ts';
import { parseInstant } from '#load/instant.ts';
import type { RoleLease } from '#views/doctor/judge-roles.ts';

const PREFIX = 'plimsoll-';

/** The Leases of our roles in a namespace. */
export async function roleLeases(
  client: KubeClient,
  namespace: string,
  signal: AbortSignal,
): Promise<readonly RoleLease[]> {
  const found = await allOf(client, leases, { namespace, signal });
  return found.flatMap(({ metadata: { name = '' }, spec }) => {
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
}

import { span } from '#views/span.ts';
import { type Finding, ok, warning } from './finding.ts';

/** The Lease of a role. */
export interface RoleLease {
  /** Without its prefix. */
  readonly role: string;
  /** Nobody: it was given back. */
  readonly holder: string | undefined;
  readonly renewedAt: number | undefined;
  readonly durationMs: number;
}

export interface RolesFacts {
  readonly namespace: string;
  readonly leases: readonly RoleLease[];
  readonly now: number;
}

/** Which roles of ours run. None need to: then nothing is installed. */
export function judgeRoles({ namespace, leases, now }: RolesFacts): readonly Finding[] {
  if (leases.length === 0) return [ok(`no role has ever run here: namespace ${namespace} has no Lease of ours`)];
  return leases.map((lease) => judgeRole(lease, { namespace, now }));
}

function judgeRole(
  { role, holder, renewedAt, durationMs }: RoleLease,
  { namespace, now }: { readonly namespace: string; readonly now: number },
): Finding {
  if (holder === undefined) return ok(`${role}: nobody leads; it was stopped in good order`);
  const ageMs = renewedAt === undefined ? Infinity : Math.max(0, now - renewedAt);
  if (ageMs <= 2 * durationMs) return ok(`${role}: ${holder} leads, and renewed its Lease ${span(ageMs)} ago`);
  const since = renewedAt === undefined ? 'never renewed it' : `has not renewed it for ${span(ageMs)}`;
  return warning(
    `${role}: ${holder} holds the Lease and ${since}: it died, or cannot reach the API server`,
    `see why it does not run: kubectl -n ${namespace} get pods, kubectl -n ${namespace} logs deploy/plimsoll-${role}`,
  );
}

import type { Lease, LeaseSpec } from './lease.ts';
import { microTime } from '#kube/micro-time.ts';

/** Who writes a Lease, and when by its wall clock. */
export interface Claimant {
  readonly identity: string;
  readonly leaseDurationMs: number;
  readonly now: number;
}

/** The Lease as `by` may write it over `seen`: a renewal where it names `by` already, else a change of hands. */
export function claimed(seen: Lease, by: Claimant): Lease {
  const { acquireTime, leaseTransitions = 0 } = seen.spec;
  const spec = firstClaim({ ...by, now: laterThan(seen.spec.renewTime, by.now) });
  const kept = acquireTime === undefined ? {} : { acquireTime };
  const tenure = isHeldBy(seen, by.identity)
    ? { leaseTransitions, ...kept }
    : { leaseTransitions: leaseTransitions + 1 };
  return { ...seen, spec: { ...seen.spec, ...spec, ...tenure } };
}

/** What `by` writes where there is no Lease yet. */
export function firstClaim({ identity, leaseDurationMs, now }: Claimant): LeaseSpec {
  return {
    holderIdentity: identity,
    leaseDurationSeconds: leaseDurationMs / 1000,
    acquireTime: microTime(now),
    renewTime: microTime(now),
    leaseTransitions: 0,
  };
}

/** The Lease of a holder that gives it up: free at once, also for those who look only at the duration. */
export function givenBack(seen: Lease, now: number): Lease {
  const time = microTime(laterThan(seen.spec.renewTime, now));
  return {
    ...seen,
    spec: { ...seen.spec, holderIdentity: '', leaseDurationSeconds: 1, acquireTime: time, renewTime: time },
  };
}

export function isHeldBy(lease: Lease, identity: string): boolean {
  return lease.spec.holderIdentity === identity;
}

/**
 * Others see a renewal only by what changed in it, and the API server does not even store an update that changes
 * nothing. So the time written goes on even while the wall clock is set back.
 */
function laterThan(written: string | undefined, now: number): number {
  const before = Date.parse(written ?? '');
  return Number.isNaN(before) ? now : Math.max(now, before + 1);
}

import type { ObjectMeta } from '#kube/client/kube-object.ts';

/** What a coordination.k8s.io/v1 Lease says about who leads. */
export interface LeaseSpec {
  /** Empty or absent: nobody holds it. */
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  /** When the holder took it, and when it last renewed it: by the holder's wall clock, so only good to be looked at. */
  readonly acquireTime?: string;
  readonly renewTime?: string;
  /** How often it changed hands. */
  readonly leaseTransitions?: number;
}

/** A Lease as the API server gives it. What else it carries goes back unchanged with each update. */
export interface Lease {
  readonly metadata: ObjectMeta & { readonly resourceVersion: string };
  readonly spec: LeaseSpec;
}

/**
 * Where one Lease is kept. Faults are thrown: `kube/conflict` where somebody else wrote first. An aborted call may still
 * have been taken.
 */
export interface LeaseStore {
  /** What is stored now, never an older state; undefined where there is no such Lease. */
  read(signal: AbortSignal): Promise<Lease | undefined>;
  /** `kube/conflict` if there is one already. */
  create(spec: LeaseSpec, signal: AbortSignal): Promise<Lease>;
  /** `kube/conflict` unless the version given is still the one stored; where there is none at all, `kube/not-found` will do. */
  update(lease: Lease, signal: AbortSignal): Promise<Lease>;
}

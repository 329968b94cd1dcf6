import type { CallOptions } from '#kube/client/call-options.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import { isRecord } from '#kube/client/parse-answer.ts';
import type { AtNamespaced, Resource } from '#kube/client/resource.ts';
import { type PolicyRule, rightOf } from '#kube/client/rights.ts';
import { kubeFault } from '#kube/faults.ts';
import type { Lease, LeaseStore } from './lease.ts';

export const leases: Resource<Lease> = {
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  kind: 'Lease',
  namespaced: true,
  decode: leaseIn,
};

export const leaseRights: readonly PolicyRule[] = [
  rightOf(leases, 'get'),
  rightOf(leases, 'create'),
  rightOf(leases, 'update'),
];

/** A Lease on the API server. Its requests go before all others. */
export function kubeLeaseStore(client: KubeClient, at: AtNamespaced): LeaseStore {
  const first = (signal: AbortSignal): CallOptions => ({ signal, priority: 'lease' });
  return {
    read: (signal) => client.find(leases, at, first(signal)),
    create: (spec, signal) => client.create(leases, { metadata: { ...at }, spec }, first(signal)),
    update: (lease, signal) => client.update(leases, lease, first(signal)),
  };
}

function leaseIn(value: unknown): Lease {
  if (isLease(value)) return { ...value, spec: value.spec ?? {} };
  throw kubeFault('kube/malformed', 'reading a Lease: it has no resourceVersion');
}

/** Whether it is one as far as we depend on it; a Lease that nobody ever held may have no spec. */
function isLease(value: unknown): value is Omit<Lease, 'spec'> & Partial<Lease> {
  if (!isRecord(value) || !isRecord(value['metadata'])) return false;
  return typeof value['metadata']['resourceVersion'] === 'string';
}

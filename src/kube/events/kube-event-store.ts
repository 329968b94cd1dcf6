import type { CallOptions } from '#kube/client/call-options.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import type { Resource } from '#kube/client/resource.ts';
import { type PolicyRule, rightOf } from '#kube/client/rights.ts';
import type { EventStore } from './event-store.ts';

export const events: Resource = {
  group: 'events.k8s.io',
  version: 'v1',
  plural: 'events',
  kind: 'Event',
  namespaced: true,
};

export const eventRights: readonly PolicyRule[] = [rightOf(events, 'create'), rightOf(events, 'patch')];

const deadlineMs = 10_000;

/** Events on the API server. Its requests come after all others. */
export function kubeEventStore(client: KubeClient): EventStore {
  const last = (signal: AbortSignal): CallOptions => ({ signal, deadlineMs, priority: 'event' });
  return {
    async create(event, series, signal) {
      await client.create(events, { ...event, ...(series && { series }) }, last(signal));
    },
    async count({ metadata }, series, signal) {
      await client.patch(events, metadata, { kind: 'merge', change: { series } }, last(signal));
    },
  };
}

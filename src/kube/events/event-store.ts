import type { EventSeries, KubeEvent } from './kube-event.ts';

/** Where Events are kept. Faults are thrown with the codes of `kube/`. */
export interface EventStore {
  /** `kube/conflict` where there is one of that name. */
  create(event: KubeEvent, series: EventSeries | undefined, signal: AbortSignal): Promise<void>;
  /** `kube/not-found` where it is no more: Events are deleted after an hour. */
  count(event: KubeEvent, series: EventSeries, signal: AbortSignal): Promise<void>;
}

import { microTime } from '#kube/micro-time.ts';
import { cutToBytes } from './cut-to-bytes.ts';
import type { EventDraft, Regarding } from './event-draft.ts';
import { eventName } from './event-name.ts';

/** How often something happened, once it has happened again. */
export interface EventSeries {
  /** At least 2. */
  readonly count: number;
  readonly lastObservedTime: string;
}

/** An Event of events.k8s.io/v1 as we create it. All but its series stays as it is. */
export interface KubeEvent {
  readonly metadata: { readonly namespace: string; readonly name: string };
  readonly eventTime: string;
  readonly type: string;
  readonly reason: string;
  readonly action: string;
  readonly note: string;
  readonly regarding: Regarding;
  readonly reportingController: string;
  readonly reportingInstance: string;
}

// what the API server takes at most, in bytes
const noteBytes = 1024;
const wordBytes = 128;

/** The Event of a draft, cut to what the API server takes. `suffix` makes its name unique. */
export function eventOf(draft: EventDraft, suffix: string): KubeEvent {
  const { regarding } = draft;
  return {
    // of an object without a namespace it is told in this one; any other would be refused
    metadata: { namespace: regarding.namespace || 'default', name: eventName(regarding.name, suffix) },
    eventTime: microTime(draft.at),
    type: draft.type,
    reason: cutToBytes(draft.reason, wordBytes),
    action: cutToBytes(draft.action, wordBytes),
    note: cutToBytes(draft.note, noteBytes),
    regarding,
    reportingController: draft.reportingController,
    reportingInstance: cutToBytes(draft.reportingInstance, wordBytes),
  };
}

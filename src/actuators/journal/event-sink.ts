import type { JournalEntry, Subject } from '#ports/journal.ts';
import { cutToBytes } from './cut-to-bytes.ts';
import { kinds, type EventWords } from './kinds.ts';
import type { JournalSink } from './sink.ts';

/** A Kubernetes Event (events.k8s.io/v1) before it has a name and a namespace. */
export interface EventDraft extends EventWords {
  readonly regarding: Subject;
  readonly note: string;
  readonly reportingController: string;
  readonly reportingInstance: string;
  /** When it happened: milliseconds since the Unix epoch. */
  readonly at: number;
}

/** Who reports: the role, and which of its replicas (its pod's name). */
export interface Reporter {
  readonly role: string;
  readonly instance: string;
}

// the API server's limits
const noteBytes = 1024;
const instanceBytes = 128; // a name is ASCII

/** Hands an Event draft to `publish` for each entry that has a subject and whose kind asks for one. */
export function eventSink(publish: (draft: EventDraft) => void, reporter: Reporter): JournalSink {
  const reporting = {
    reportingController: `plimsoll.dev/${reporter.role}`,
    // a pod's name may be longer than an Event may carry
    reportingInstance: reporter.instance.slice(0, instanceBytes),
  };
  return {
    name: 'events',
    take(entry: JournalEntry): void {
      const words = kinds[entry.kind].event;
      if (words === undefined || entry.subject === undefined) return;
      const note = cutToBytes(entry.reasons.join(' '), noteBytes);
      publish({ ...words, ...reporting, regarding: entry.subject, note, at: entry.at });
    },
  };
}

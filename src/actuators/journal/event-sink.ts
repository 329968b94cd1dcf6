import type { EventDraft } from '#kube/events/event-draft.ts';
import type { JournalEntry } from '#ports/journal.ts';
import { kinds } from './kinds.ts';
import type { JournalSink } from './sink.ts';

/** Who reports: the role, and which of its replicas (its pod's name). */
export interface Reporter {
  readonly role: string;
  readonly instance: string;
}

/** Hands an Event draft to `publish` for each entry that has a subject and whose kind asks for one. */
export function eventSink(publish: (draft: EventDraft) => void, reporter: Reporter): JournalSink {
  const reporting = {
    reportingController: `plimsoll.dev/${reporter.role}`,
    reportingInstance: reporter.instance,
  };
  return {
    name: 'events',
    take(entry: JournalEntry): void {
      const words = kinds[entry.kind].event;
      if (words === undefined || entry.subject === undefined) return;
      publish({ ...words, ...reporting, regarding: entry.subject, note: entry.reasons.join(' '), at: entry.at });
    },
  };
}

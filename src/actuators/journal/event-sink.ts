import type { EventDraft } from '#kube/events/event-draft.ts';
import type { JournalEntry } from '#ports/journal.ts';
import { kinds } from './kinds.ts';
import type { JournalSink } from './sink.ts';

/** Who reports: the role, and which of its replicas (its pod's name). */
export interface Reporter {
  readonly role: string;
  readonly instance: string;
}

/** Hands Event drafts to `publish` for each entry that has a subject and whose kind asks for them: one for each whom it concerns. */
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
      const draft = { ...words, ...reporting, note: entry.reasons.join(' '), at: entry.at };
      for (const regarding of [entry.subject, ...(entry.about ?? [])]) publish({ ...draft, regarding });
    },
  };
}

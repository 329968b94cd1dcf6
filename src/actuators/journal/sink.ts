import type { JournalEntry } from '#ports/journal.ts';

/** Where entries go. It may throw (the journal holds that back) but never records into the journal it listens to. */
export interface JournalSink {
  /** Bounded and constant: a metric label. */
  readonly name: string;
  take(entry: JournalEntry): void;
}

/** What an entry is about: enough of a Kubernetes object reference to attach an Event to it. */
export interface Subject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
}

/** One boot of one process, and the place in its sequence: entries of one boot are totally ordered. */
export interface EntryId {
  readonly boot: string;
  /** Counts from 1, without gaps. */
  readonly sequence: number;
}

/** Every kind of thing that is ever told. What each becomes (log level, Event, metric) stands in `actuators/journal/kinds.ts`. */
export type EntryKind =
  | 'started'
  | 'stopping'
  | 'config-taken'
  | 'config-refused'
  | 'clock-skewed'
  // who acts
  | 'leading'
  | 'standing-by'
  | 'lease-failing'
  // how loops and watches fare
  | 'pass-failed'
  | 'pass-cut-short'
  | 'pass-degraded'
  | 'pass-recovered'
  | 'past-unread'
  | 'past-read'
  | 'history-unread'
  | 'history-read'
  | 'history-unkept'
  | 'history-kept'
  | 'watch-faulted'
  // what load tells
  | 'node-hot'
  | 'node-cool'
  | 'source-blind'
  | 'source-recovered'
  // how it is published
  | 'heartbeat-stretched'
  | 'mark-refused'
  | 'marks-failing'
  | 'marks-recovered'
  // how pods are moved
  | 'planned'
  | 'node-stuck-hot'
  | 'migration-proposed'
  | 'migration-begun'
  | 'migration-stepped'
  | 'migration-succeeded'
  | 'migration-failed'
  | 'migration-refused'
  | 'migration-withdrawn'
  | 'moves-held'
  | 'moves-freed'
  | 'breaker-opened'
  | 'leftovers-swept';

/** The numbers and names behind the reasons, for machines. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

/** What a caller tells. */
export interface Telling {
  readonly kind: EntryKind;
  readonly subject?: Subject;
  /** Whom it concerns besides: an Event is attached to each. */
  readonly about?: readonly Subject[];
  /** Whole sentences, most important first: they are read by people. */
  readonly reasons: readonly string[];
  readonly facts?: Facts;
}

/** What is kept: a telling with its place and its time (milliseconds since the Unix epoch). */
export interface JournalEntry extends Telling {
  readonly id: EntryId;
  readonly at: number;
}

/** Where plans, verdicts and outcomes go with their reasons. Keeps order; never throws; never blocks. */
export interface Journal {
  record(telling: Telling): void;
}

/** What was told after an entry, whole and in order; `gone` when some of it can no longer be shown. */
export type JournalReading =
  | { readonly kind: 'entries'; readonly entries: readonly JournalEntry[] }
  | { readonly kind: 'gone'; readonly oldest: EntryId | 'nothing held' };

/** The recent past of the journal, for those who watch. */
export interface JournalReader {
  /** Without an id: everything held. With one: what follows it, or `gone`; a gap is never silent. */
  since(after?: EntryId): JournalReading;
}

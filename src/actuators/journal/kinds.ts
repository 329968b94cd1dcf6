import type { EntryKind } from '#ports/journal.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What a Kubernetes Event says beside its note. `reason` is CamelCase; the API server takes at most 128 bytes of each. */
export interface EventWords {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly action: string;
}

/** What an entry becomes where it is shown. */
export interface KindWords {
  readonly level: LogLevel;
  /** Present when an Event is attached to the entry's subject. */
  readonly event?: EventWords;
}

const table = {
  // the kubelet already tells of starts and stops on our own pod
  started: { level: 'info' },
  stopping: { level: 'info' },
  'config-taken': { level: 'info', event: { type: 'Normal', reason: 'ConfigTaken', action: 'Configuring' } },
  'config-refused': { level: 'error', event: { type: 'Warning', reason: 'ConfigRefused', action: 'Configuring' } },
} satisfies Record<EntryKind, KindWords>;

/** The one place that says what each kind of entry becomes: a new kind does not compile without its line here. */
export const kinds: Readonly<Record<EntryKind, KindWords>> = table;

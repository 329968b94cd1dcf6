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
  'clock-skewed': { level: 'warn' },
  leading: { level: 'info', event: { type: 'Normal', reason: 'LeaderElected', action: 'Electing' } },
  // whoever leads instead tells of it
  'standing-by': { level: 'info' },
  'lease-failing': { level: 'warn' },
  'pass-failed': { level: 'error', event: { type: 'Warning', reason: 'PassFailed', action: 'Reconciling' } },
  // the end of the term is told beside it
  'pass-cut-short': { level: 'warn' },
  'pass-degraded': { level: 'warn', event: { type: 'Warning', reason: 'PassDegraded', action: 'Measuring' } },
  'pass-recovered': { level: 'info', event: { type: 'Normal', reason: 'PassRecovered', action: 'Measuring' } },
  'past-unread': { level: 'warn' },
  'past-read': { level: 'info' },
  'history-unread': { level: 'warn' },
  'history-read': { level: 'info' },
  'history-unkept': { level: 'warn' },
  'history-kept': { level: 'info' },
  'watch-faulted': { level: 'warn' },
  'node-hot': { level: 'warn', event: { type: 'Warning', reason: 'NodeOverloaded', action: 'Measuring' } },
  'node-cool': { level: 'info', event: { type: 'Normal', reason: 'NodeCooledDown', action: 'Measuring' } },
  'source-blind': { level: 'error', event: { type: 'Warning', reason: 'LoadSourceBlind', action: 'Measuring' } },
  'source-recovered': { level: 'info', event: { type: 'Normal', reason: 'LoadSourceRecovered', action: 'Measuring' } },
  'heartbeat-stretched': {
    level: 'warn',
    event: { type: 'Warning', reason: 'HeartbeatStretched', action: 'Publishing' },
  },
  'mark-refused': { level: 'warn', event: { type: 'Warning', reason: 'LoadNotPublished', action: 'Publishing' } },
  'marks-failing': { level: 'error', event: { type: 'Warning', reason: 'PublishingFailed', action: 'Publishing' } },
  'marks-recovered': { level: 'info', event: { type: 'Normal', reason: 'PublishingRecovered', action: 'Publishing' } },
  planned: { level: 'info' },
  'node-stuck-hot': { level: 'warn', event: { type: 'Warning', reason: 'ImmovableLoad', action: 'Planning' } },
  'migration-proposed': { level: 'info', event: { type: 'Normal', reason: 'MoveProposed', action: 'Planning' } },
  'migration-begun': { level: 'info', event: { type: 'Normal', reason: 'MoveBegun', action: 'Migrating' } },
  'migration-succeeded': { level: 'info', event: { type: 'Normal', reason: 'MoveSucceeded', action: 'Migrating' } },
  'migration-failed': { level: 'warn', event: { type: 'Warning', reason: 'MoveFailed', action: 'Migrating' } },
  'migration-refused': { level: 'warn', event: { type: 'Warning', reason: 'MoveRefused', action: 'Migrating' } },
  'migration-withdrawn': { level: 'info', event: { type: 'Normal', reason: 'MoveWithdrawn', action: 'Migrating' } },
  'moves-held': { level: 'warn', event: { type: 'Warning', reason: 'MovesHeld', action: 'Planning' } },
  'moves-freed': { level: 'info', event: { type: 'Normal', reason: 'MovesFreed', action: 'Planning' } },
  'breaker-opened': { level: 'error', event: { type: 'Warning', reason: 'BreakerOpened', action: 'Planning' } },
  'migration-stepped': { level: 'info', event: { type: 'Normal', reason: 'MigrationStepped', action: 'Migrating' } },
  'leftovers-swept': { level: 'warn' },
} satisfies Record<EntryKind, KindWords>;

/** The one place that says what each kind of entry becomes: a new kind does not compile without its line here. */
export const kinds: Readonly<Record<EntryKind, KindWords>> = table;

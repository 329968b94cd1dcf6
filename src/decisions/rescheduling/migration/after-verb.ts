import type { PodMigration, PodMigrationStatus } from '#api/pod-migration.ts';
import { hashOfText } from '#base/hash.ts';
import { seenOff } from './steps/evicting.ts';
import type { Stop } from './steps/grounds-to-stop.ts';
import type { MigrationOptions } from './migration-options.ts';
import { requestWithdrawn } from './steps/requested.ts';
import { entered, instantOf, waiting, withCondition } from './status-change.ts';
import { givenUp } from './steps/surging.ts';
import type { Outcome, Verb } from './verb.ts';

/** What was done, and what came of it. */
export interface Done {
  readonly verb: Verb;
  readonly outcome: Outcome;
}

/** The status once a verb of this migration came to an outcome; the next step follows from it. */
export function afterVerb(
  migration: PodMigration & { readonly status: PodMigrationStatus },
  { verb, outcome }: Done,
  now: number,
  options: MigrationOptions,
): PodMigrationStatus {
  const { status } = migration;
  switch (outcome.kind) {
    case 'done':
      return afterDone(status, verb, now);
    case 'moot':
      return afterMoot(status, verb, outcome.why, now);
    case 'held':
      return afterHeld(migration, outcome, now, options);
    case 'refused': {
      const { reason, message } = outcome;
      if (!isBounded(verb, status)) return afterFailed(migration, { verb, message }, now, options);
      return stopped(status, verb, { phase: 'Refused', reason, message }, now);
    }
    case 'failed':
      return afterFailed(migration, { verb, message: outcome.message }, now, options);
  }
}

function afterDone(status: PodMigrationStatus, verb: Verb, now: number): PodMigrationStatus {
  switch (verb.kind) {
    case 'rehearse':
      return { ...status, rehearsedAt: instantOf(now) };
    case 'evict':
      return seenOff(status, now);
    case 'adoptClone':
      return { ...status, adoptedAt: instantOf(now) };
    case 'removeClone': {
      const { clone: _, ...kept } = status;
      return kept;
    }
    case 'restoreDeletionCost': {
      const { deletionCostWas: _, ...kept } = status;
      return kept;
    }
    case 'withdrawRequest':
      return requestWithdrawn({ status, now });
    case 'mark':
      return marked(status, 'Marked', 'It tells where it came from.', now);
    case 'request':
      return withCondition(
        status,
        { type: 'Asked', status: 'True', reason: 'Asked', message: 'Whoever answers EvictionRequests was asked.' },
        now,
      );
    case 'createClone':
    case 'lowerDeletionCost':
      return status; // the world shows it
  }
}

/** It was about something that is not there any more, or not as it was. */
function afterMoot(
  status: PodMigrationStatus,
  verb: Verb,
  why: 'gone' | 'leaving' | 'adopted',
  now: number,
): PodMigrationStatus {
  switch (verb.kind) {
    case 'removeClone': {
      if (why !== 'adopted') return afterDone(status, verb, now);
      const { undoing: _, ...kept } = status;
      return { ...kept, adoptedAt: instantOf(now) };
    }
    case 'evict':
      return seenOff(status, now);
    case 'restoreDeletionCost':
    case 'withdrawRequest':
      return afterDone(status, verb, now);
    case 'mark':
      return marked(status, 'Moot', 'It was gone before it could be marked.', now);
    case 'rehearse':
      // what was sent before, and never answered, was heard
      return status.evictionSentAt === undefined ? status : seenOff(status, now);
    case 'request':
    case 'createClone':
    case 'lowerDeletionCost':
    case 'adoptClone':
      return status; // the world shows it
  }
}

function afterHeld(
  { metadata, status }: PodMigration & { readonly status: PodMigrationStatus },
  { message, retryAfterMs = 0 }: Extract<Outcome, { kind: 'held' }>,
  now: number,
  options: MigrationOptions,
): PodMigrationStatus {
  const waits = (status.waits ?? 0) + 1;
  const { rehearsedAt: _, evictionSentAt: __, ...kept } = status;
  const pause = Math.max(retryAfterMs, pauseOf(metadata.uid, waits, options));
  const noted = waiting({ ...kept, waits }, { reason: 'BudgetSpent', message }, now);
  return { ...noted, notBefore: instantOf(now + pause) };
}

/**
 * Undoing is tried for as long as it takes, marking as long as the move is followed; anything else a few times. An
 * eviction that was sent may have been heard: how the move ends then is for the next step to say.
 */
function afterFailed(
  { metadata, status }: PodMigration & { readonly status: PodMigrationStatus },
  { verb, message }: { readonly verb: Verb; readonly message: string },
  now: number,
  options: MigrationOptions,
): PodMigrationStatus {
  const attempts = (status.attempts ?? 0) + 1;
  const { rehearsedAt: _, ...kept } = status;
  const notBefore = instantOf(now + pauseOf(metadata.uid, attempts, options));
  const counted: PodMigrationStatus = { ...kept, attempts };
  const mayHaveGone = verb.kind === 'evict' || (verb.kind === 'rehearse' && status.evictionSentAt !== undefined);
  if (isBounded(verb, status) && !mayHaveGone && verb.kind !== 'mark' && attempts > options.maxRetry)
    return stopped(counted, verb, { phase: 'Failed', reason: 'TriedTooOften', message }, now);
  return { ...waiting(counted, { reason: `Retrying${attempts}`, message }, now), notBefore };
}

const isBounded = ({ kind }: Verb, { undoing }: PodMigrationStatus): boolean =>
  undoing === undefined && kind !== 'restoreDeletionCost' && kind !== 'removeClone' && kind !== 'withdrawRequest';

/** Ends the move; a surge takes back first what it did. */
function stopped(status: PodMigrationStatus, verb: Verb, stop: Stop, now: number): PodMigrationStatus {
  if (verb.kind === 'mark') return marked(status, 'Refused', stop.message, now);
  if (status.phase === 'Surging')
    return givenUp(status, verb.kind === 'createClone' ? { ...stop, reason: 'CloneRefused' } : stop);
  return entered(status, stop.phase, stop, now);
}

function marked(status: PodMigrationStatus, reason: string, message: string, now: number): PodMigrationStatus {
  return withCondition(
    status,
    { type: 'Marked', status: reason === 'Marked' ? 'True' : 'False', reason, message },
    now,
  );
}

/** Doubling, and spread by half so that many do not come back at once: the same for the same migration and try. */
function pauseOf(uid: string, times: number, { retryAfterMs, longestRetryMs }: MigrationOptions): number {
  const whole = Math.min(longestRetryMs, retryAfterMs * 2 ** Math.min(times - 1, 20));
  const spread = (hashOfText(uid, times) >>> 0) / 2 ** 32;
  return Math.round(whole * (0.5 + spread / 2));
}

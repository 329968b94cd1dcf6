import type { PodMigrationStatus } from '#api/pod-migration.ts';
import { eveOf } from './eve.ts';
import { groundsNotToEvict, groundsToStop, groundsToWait, type Stop } from './grounds-to-stop.ts';
import { entered, instantOf, msOf, waiting } from '#decisions/rescheduling/migration/status-change.ts';
import { ending, podKeyOf, resting, type Situation, type Step } from './step.ts';

/** Rehearses, evicts while the rehearsal is good, and sees the pod off. */
export function evictingStep(situation: Situation): Step {
  const { status, view, now, options, migration } = situation;
  if (wasToldToGo(situation)) return { status: seenOff(status, now) };
  const stop =
    groundsToStop(situation, isHeld(status) ? 'Refused' : 'Failed') ?? outageOf(situation) ?? tiredOf(situation);
  if (stop !== undefined) return asking(situation) ?? ending(situation, stop.phase, stop);
  const againAt = msOf(migration.spec.deadline);
  const wait = groundsToWait(situation) ?? groundsNotToEvict(situation);
  if (wait !== undefined) return { status: waiting(status, wait, now), againAt };
  const rest = resting(situation) ?? unheardUntil(situation);
  if (rest !== undefined) return { status, againAt: Math.min(rest, againAt) };
  const pod = podKeyOf(migration);
  const rehearsedAt = status.rehearsedAt === undefined ? -Infinity : msOf(status.rehearsedAt);
  if (now - rehearsedAt > options.rehearsedForMs || rehearsedAt > now)
    return { status, verb: { kind: 'rehearse', pod }, againAt };
  const sent = { ...status, eve: eveOf(view.siblings), evictionSentAt: instantOf(now) };
  return { status: sent, verb: { kind: 'evict', pod }, againAt };
}

/** What was chosen for want of anything better may have become an outage; who asks for eviction gets it. */
function outageOf({ view, migration }: Situation): Stop | undefined {
  const { movability } = view;
  if (migration.spec.mode !== 'Auto' || movability.kind === 'unmovable' || movability.eviction.kind !== 'never')
    return undefined;
  const message = `Eviction is no way any more: ${movability.eviction.message}. To free it: ${movability.eviction.freedBy}.`;
  return { phase: 'Refused', reason: 'NoWay', message };
}

/** An eviction that was sent so often without an answer is not sent again. */
function tiredOf({ status, options }: Situation): Stop | undefined {
  const { attempts = 0, evictionSentAt, history } = status;
  if (attempts <= options.maxRetry || evictionSentAt === undefined) return undefined;
  return { phase: 'Failed', reason: 'TriedTooOften', message: history?.at(-1)?.message ?? '' };
}

/**
 * An eviction that was sent may have been heard, though no answer came and a view that lags behind shows the pod still: the
 * pod itself is asked after before the move is called off.
 */
function asking(situation: Situation): Step | undefined {
  const { status, now, options, migration } = situation;
  const { evictionSentAt, rehearsedAt, attempts = 0 } = status;
  const isKnown = rehearsedAt !== undefined && evictionSentAt !== undefined && msOf(rehearsedAt) > msOf(evictionSentAt);
  if (evictionSentAt === undefined || isKnown || attempts > 2 * options.maxRetry) return undefined;
  const rest = resting(situation) ?? unheardUntil(situation);
  if (rest !== undefined) return { status, againAt: rest };
  return { status, verb: { kind: 'rehearse', pod: podKeyOf(migration) }, againAt: now + options.retryAfterMs };
}

/** Budgets alone stood in the way: nothing was sent that might have been heard. */
const isHeld = ({ waits = 0, evictionSentAt }: PodMigrationStatus): boolean =>
  waits > 0 && evictionSentAt === undefined;

/** An eviction that was sent by whoever acted before may be on its way still: it gets the time to show. */
function unheardUntil({ status, now, options }: Situation): number | undefined {
  if (status.evictionSentAt === undefined) return undefined;
  const sentAt = msOf(status.evictionSentAt);
  const until = sentAt + options.retryAfterMs;
  return sentAt <= now && now < until ? until : undefined;
}

/** A pod that goes after its eviction was sent went by our hand: the word of it may have been lost on the way. */
function wasToldToGo({ status, view }: Situation): boolean {
  const isGoing = view.pod === undefined || view.pod.goneBy !== undefined;
  return status.toldToGoAt !== undefined || (isGoing && status.evictionSentAt !== undefined);
}

/** The pod was told to go: what comes now is only looked at. */
export function seenOff(status: PodMigrationStatus, now: number): PodMigrationStatus {
  const { rehearsedAt: _, ...kept } = status;
  const toldToGoAt = status.toldToGoAt ?? instantOf(now);
  const because = { reason: 'ToldToGo', message: 'The pod was told to go; its replacement is looked for.' };
  return entered({ ...kept, toldToGoAt }, 'Settling', because, now);
}

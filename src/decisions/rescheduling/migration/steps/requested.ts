import { seenOff } from './evicting.ts';
import { groundsToStop, groundsToWait } from './grounds-to-stop.ts';
import { conditionOf, entered, msOf, waiting } from '#decisions/rescheduling/migration/status-change.ts';
import { podKeyOf, resting, type Situation, type Step } from './step.ts';

/** Asks whoever answers EvictionRequests, and takes the request back when it is moot. */
export function requestedStep(situation: Situation): Step {
  const { status, view, now, migration } = situation;
  const { undoing, ...kept } = status;
  const pod = podKeyOf(migration);
  const isGoing = view.pod === undefined || view.pod.goneBy !== undefined;
  if (isGoing && status.eve !== undefined) return { status: seenOff(kept, now) };
  const rest = resting(situation);
  const againAt = msOf(migration.spec.deadline);
  if (rest !== undefined) return { status, againAt: Math.min(rest, againAt) };
  if (undoing !== undefined) return { status, verb: { kind: 'withdrawRequest', pod }, againAt: now };
  const stop = groundsToStop(situation, 'Failed');
  if (stop !== undefined) {
    const { phase: towards, reason, message } = stop;
    return { status: { ...status, undoing: { towards, reason, message } } };
  }
  const wait = groundsToWait(situation);
  if (wait !== undefined) return { status: waiting(status, wait, now), againAt };
  return conditionOf(status, 'Asked') === undefined
    ? { status, verb: { kind: 'request', pod }, againAt }
    : { status, againAt };
}

/** The request is taken back: the move ends as was decided. */
export function requestWithdrawn({ status, now }: Pick<Situation, 'status' | 'now'>): Step['status'] {
  const { undoing, ...kept } = status;
  return entered(kept, undoing!.towards, undoing!, now);
}

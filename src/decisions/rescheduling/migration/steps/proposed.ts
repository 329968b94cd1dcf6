import { groundsToStop, groundsToWait } from './grounds-to-stop.ts';
import { entered, msOf, waiting } from '#decisions/rescheduling/migration/status-change.ts';
import { ending, type Situation, type Step } from './step.ts';

/** Waits for approval, as long as it is wanted; what may not begin yet is not approved, for a later plan may want another. */
export function proposedStep(situation: Situation): Step {
  const { status, view, now, migration } = situation;
  const stop = groundsToStop(situation, 'Withdrawn');
  if (stop !== undefined) return ending(situation, stop.phase, stop);
  if (view.approval === 'awaited') return { status, againAt: msOf(migration.spec.deadline) };
  const wait = groundsToWait(situation);
  if (wait !== undefined) return { status: waiting(status, wait, now), againAt: msOf(migration.spec.deadline) };
  return { status: entered(status, 'Approved', { reason: 'Approved', message: 'It may be carried out.' }, now) };
}

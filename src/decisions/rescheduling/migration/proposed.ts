import { groundsToStop } from './grounds-to-stop.ts';
import { entered, msOf } from './status-change.ts';
import { ending, type Situation, type Step } from './step.ts';

/** Waits for approval, as long as it is wanted. */
export function proposedStep(situation: Situation): Step {
  const { status, view, now, migration } = situation;
  const stop = groundsToStop(situation, 'Withdrawn');
  if (stop !== undefined) return ending(situation, stop.phase, stop);
  if (view.approval === 'awaited') return { status, againAt: msOf(migration.spec.deadline) };
  return { status: entered(status, 'Approved', { reason: 'Approved', message: 'It may be carried out.' }, now) };
}

import { isFinished, type MigrationPhase, type PodMigration, type PodMigrationStatus } from '#api/pod-migration.ts';
import { approvedStep } from './steps/approved.ts';
import { evictingStep } from './steps/evicting.ts';
import type { MigrationOptions } from './migration-options.ts';
import type { MigrationView } from './migration-view.ts';
import { proposedStep } from './steps/proposed.ts';
import { requestedStep } from './steps/requested.ts';
import { settlingStep } from './steps/settling.ts';
import { entered, instantOf } from './status-change.ts';
import type { Situation, Step } from './steps/step.ts';
import { surgingStep } from './steps/surging.ts';

type Unfinished = Exclude<MigrationPhase, 'Succeeded' | 'Failed' | 'Refused' | 'Withdrawn'>;

const steps: Readonly<Record<Unfinished, (situation: Situation) => Step>> = {
  Proposed: proposedStep,
  Approved: approvedStep,
  Surging: surgingStep,
  Evicting: evictingStep,
  Requested: requestedStep,
  Settling: settlingStep,
};

/**
 * What to do next about a migration. It follows from status, world and time alone, so whoever comes after a crash goes
 * on from there:
 *
 *   1. write the status of the step, if it changed
 *   2. do its verb, if it has one
 *   3. write what came of it (`afterVerb`)
 *
 * Nothing is done that the status does not tell of beforehand, and every verb may be done twice.
 */
export function nextStep(migration: PodMigration, view: MigrationView, now: number, options: MigrationOptions): Step {
  const { status } = migration;
  if (status === undefined) return { status: firstStatus(migration, view, now) };
  if (isFinished({ status }) || !isUnfinished(status.phase)) return { status };
  return steps[status.phase]({ migration, status, view, now, options });
}

function isUnfinished(phase: MigrationPhase): phase is Unfinished {
  return phase in steps;
}

/** Nobody has looked at it yet: it is proposed, and where it would begin is written down. */
function firstStatus({ spec }: PodMigration, { pod, workload }: MigrationView, now: number): PodMigrationStatus {
  const status: PodMigrationStatus = {
    phase: 'Proposed',
    since: instantOf(now),
    sourceNode: pod?.node,
    workload: workload?.ref,
    predicted: spec.planned?.predicted,
  };
  return entered(status, 'Proposed', { reason: 'Proposed', message: spec.reason }, now);
}

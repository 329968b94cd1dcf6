import type { MigrationPhase } from '#api/pod-migration.ts';
import type { Because } from '#decisions/rescheduling/migration/status-change.ts';
import { isPastDeadline, type Situation } from './step.ts';

/** Why a move is not gone on with, and what it is called then. */
export interface Stop extends Because {
  readonly phase: Extract<MigrationPhase, 'Failed' | 'Refused' | 'Withdrawn'>;
}

/** What stops a move of which the pod knows nothing yet; `late` says what it is to be out of time. */
export function groundsToStop(situation: Situation, late: Stop['phase']): Stop | undefined {
  const { view, migration } = situation;
  const { name } = migration.spec.podRef;
  if (view.pod === undefined) return { phase: 'Withdrawn', reason: 'PodGone', message: `Pod ${name} is gone.` };
  if (view.pod.goneBy !== undefined)
    return { phase: 'Withdrawn', reason: 'PodLeaving', message: `Pod ${name} is on its way out, by another hand.` };
  if (view.worth.kind === 'dropped')
    return { phase: 'Withdrawn', reason: view.worth.reason, message: view.worth.message };
  if (view.movability.kind === 'unmovable' && view.movability.lasts === 'until-changed') {
    const { reason, message, freedBy } = view.movability;
    return { phase: 'Refused', reason, message: `It stays: ${message}. To free it: ${freedBy}.` };
  }
  if (!isPastDeadline(situation)) return undefined;
  return { phase: late, reason: 'DeadlinePassed', message: outOfTime(situation) };
}

/** What the time was spent waiting for. */
function outOfTime({ status, migration }: Situation): string {
  const last = status.history?.at(-1);
  const spent = last === undefined ? '' : ` Last: ${last.message}`;
  return `The deadline ${migration.spec.deadline} passed before the pod was told to go.${spent}`;
}

/** What holds a move back for now. */
export function groundsToWait(situation: Situation): Because | undefined {
  const { view } = situation;
  if (view.gate.kind === 'held') return view.gate;
  if (view.movability.kind === 'unmovable') {
    const { reason, message } = view.movability;
    return { reason, message: `Not now: ${message}.` };
  }
  return outOfSight(situation);
}

/** What a plan wants for the load of nodes is done while that is known; what somebody wants by hand is theirs to judge. */
function outOfSight({ view, migration }: Situation): Because | undefined {
  if (migration.spec.planned === undefined) return undefined;
  const unseen = [view.pod?.node, view.clone?.node].find((node) => node !== undefined && !view.loadOf(node).isSeen);
  return unseen === undefined
    ? undefined
    : { reason: 'LoadUnknown', message: `The load of node ${unseen} is not known now.` };
}

/** What holds an eviction back that nobody asked for by name: where its like would land. */
export function groundsNotToEvict({ view, migration }: Situation): Because | undefined {
  if (migration.spec.mode !== 'Auto') return undefined;
  const landing = view.landing();
  return landing.kind === 'bad' ? landing : undefined;
}

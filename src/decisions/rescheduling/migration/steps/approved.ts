import type { MigrationPhase, PodMigrationStatus } from '#api/pod-migration.ts';
import { cloneName } from '#decisions/rescheduling/migration/surge/clone-name.ts';
import { eveOf } from './eve.ts';
import { groundsNotToEvict, groundsToStop, groundsToWait } from './grounds-to-stop.ts';
import { type Because, entered, msOf, waiting } from '#decisions/rescheduling/migration/status-change.ts';
import { ending, type Situation, type Step } from './step.ts';
import { wishedFirst } from './wished-first.ts';

/** How the pod is to leave, or why it cannot. */
type Course =
  | {
      readonly kind: 'go';
      readonly phase: Extract<MigrationPhase, 'Surging' | 'Evicting' | 'Requested'>;
      readonly because: Because;
    }
  | { readonly kind: 'wait'; readonly because: Because }
  | { readonly kind: 'refuse'; readonly because: Because };

/** Chooses how the pod leaves, once nothing holds it back. */
export function approvedStep(situation: Situation): Step {
  const { status, now, migration } = situation;
  const stop = groundsToStop(situation, 'Refused');
  if (stop !== undefined) return ending(situation, stop.phase, stop);
  const againAt = msOf(migration.spec.deadline);
  const wait = groundsToWait(situation);
  if (wait !== undefined) return { status: waiting(status, wait, now), againAt };
  const course = courseOf(situation);
  switch (course.kind) {
    case 'refuse':
      return ending(situation, 'Refused', course.because);
    case 'wait':
      return { status: waiting(status, course.because, now), againAt };
    case 'go':
      return { status: entered(prepared(situation, course.phase), course.phase, course.because, now) };
  }
}

/** What must be known from before the pod goes. */
function prepared({ status, view, migration }: Situation, phase: MigrationPhase): PodMigrationStatus {
  const sourceNode = view.pod?.node ?? status.sourceNode;
  const { targetNode } = migration.spec;
  const begun: PodMigrationStatus = {
    ...status,
    sourceNode,
    before: {
      ...(sourceNode === undefined ? {} : { source: view.loadOf(sourceNode).ratios }),
      ...(targetNode === undefined ? {} : { target: view.loadOf(targetNode).ratios }),
    },
    workload: view.workload?.ref ?? status.workload,
    eve: eveOf(view.siblings),
  };
  if (phase !== 'Surging') return begun;
  const [headedFor] = wishedFirst(view.targets, migration.spec.targetNode);
  return { ...begun, headedFor, clone: { name: cloneName(migration) } };
}

function courseOf(situation: Situation): Course {
  switch (situation.migration.spec.mode) {
    case 'Surge':
      return surging(situation);
    case 'Evict':
      return evicting('Asked for: the Eviction API is asked to let the pod go.');
    case 'Request':
      return requesting(situation);
    case 'Auto':
      return bestOf(situation);
  }
}

/** Started anew first where that works; else evicted where that costs no outage. */
function bestOf(situation: Situation): Course {
  const surge = surging(situation);
  const { movability, surge: chance } = situation.view;
  if (chance.kind === 'possible' || movability.kind === 'unmovable') return surge;
  const { eviction } = movability;
  if (eviction.kind === 'evictable') {
    const unfit = groundsNotToEvict(situation);
    if (unfit !== undefined) return { kind: 'wait', because: unfit };
    return evicting(`It is evicted, since: ${surge.because.message}`);
  }
  if (surge.kind === 'wait') return surge;
  const message = `${surge.because.message} And eviction is no way: ${eviction.message}. To free it: ${eviction.freedBy}.`;
  return eviction.kind === 'not-now'
    ? { kind: 'wait', because: { reason: 'BudgetSpent', message } }
    : { kind: 'refuse', because: { reason: 'NoWay', message } };
}

function surging({ view }: Situation): Course {
  if (view.surge.kind !== 'possible') {
    const { kind, reason, message } = view.surge;
    return { kind: kind === 'never' ? 'refuse' : 'wait', because: { reason, message: `${capital(message)}.` } };
  }
  if (view.targets.length === 0)
    return {
      kind: 'wait',
      because: { reason: 'NoTarget', message: 'No node could take the pod and stay under its line.' },
    };
  const message = `A clone is started first, on one of: ${view.targets.slice(0, 5).join(', ')}.`;
  return { kind: 'go', phase: 'Surging', because: { reason: 'Surging', message } };
}

function requesting({ view }: Situation): Course {
  if (view.requests === 'answered') {
    const because = { reason: 'Requested', message: 'An EvictionRequest asks whoever answers it.' };
    return { kind: 'go', phase: 'Requested', because };
  }
  const message = 'This API server serves no EvictionRequests, or nobody answers them: choose another mode.';
  return { kind: 'refuse', because: { reason: 'NotServed', message } };
}

function evicting(message: string): Course {
  return { kind: 'go', phase: 'Evicting', because: { reason: 'Evicting', message } };
}

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
